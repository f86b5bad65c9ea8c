// Runs with the TypeScript SDK: one use of it each, and what came of it as a line of JSON.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";

const given = JSON.parse(process.argv[2]);
const require = createRequire(path.join(given.sdk, "package.json"));
const { query, tool, createSdkMcpServer } = await import(
  pathToFileURL(require.resolve("@anthropic-ai/claude-agent-sdk")).href
);

const shared = {
  pathToClaudeCodeExecutable: given.program,
  model: "claude-sonnet-4-6",
  cwd: process.cwd(),
};

async function asked(prompt, options) {
  const messages = [];
  for await (const message of query({ prompt, options: { ...shared, ...options } })) {
    messages.push(message);
  }
  return messages;
}

const uses = {
  async plain() {
    return asked("hello", {});
  },
  async hooked() {
    const seen = [];
    const before = async (told) => {
      seen.push(`${told.hook_event_name}: ${told.tool_input.command}`);
      const refused = told.tool_input.command.includes("forbidden");
      return {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: refused ? "deny" : "allow",
          permissionDecisionReason: "not this one",
        },
      };
    };
    const after = async (told) => {
      seen.push(told.hook_event_name);
      return {
        hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "heard after it" },
      };
    };
    const hooks = {
      PreToolUse: [{ matcher: "Bash", hooks: [before] }],
      PostToolUse: [{ hooks: [after] }],
    };
    return { messages: await asked("go", { hooks }), seen };
  },
  async permitted() {
    const seen = [];
    const canUseTool = async (name, input, about) => {
      seen.push([name, input.command, Boolean(about.toolUseID)]);
      if (input.command.includes("refused")) {
        return { behavior: "deny", message: "not allowed here" };
      }
      return { behavior: "allow", updatedInput: { ...input, command: "touch changed" } };
    };
    return { messages: await asked("go", { canUseTool }), seen };
  },
  async controlled() {
    const prompts = [];
    let wake;
    const stream = (async function* () {
      for (;;) {
        while (prompts.length === 0) await new Promise((done) => (wake = done));
        const text = prompts.shift();
        if (text === null) return;
        yield { type: "user", message: { role: "user", content: text }, parent_tool_use_id: null };
      }
    })();
    const say = (text) => (prompts.push(text), wake?.());
    const running = query({ prompt: stream, options: shared });
    const results = [];
    say("one");
    for await (const message of running) {
      if (message.type !== "result") continue;
      results.push(message.result);
      if (results.length === 1) {
        await running.setModel("claude-opus-4-8");
        await running.setPermissionMode("acceptEdits");
        say("two");
      } else {
        say(null);
      }
    }
    return { results };
  },
  async inProcessTool() {
    const { z } = await import(pathToFileURL(require.resolve("zod")).href);
    const add = tool("add", "Adds", { a: z.number(), b: z.number() }, async ({ a, b }) => ({
      content: [{ type: "text", text: `sum ${a + b}` }],
    }));
    const server = createSdkMcpServer({ name: "calc", version: "1.0.0", tools: [add] });
    return asked("add", { mcpServers: { calc: server }, allowedTools: ["mcp__calc__add"] });
  },
};

console.log(JSON.stringify(await uses[given.use]()));
process.exit(0);
