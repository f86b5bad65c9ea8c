"""Other people, other machines: Lin Hai's pipeline, Jonas's Windows, an editor, a long path."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steno.testing.agent_tools import AgentTask, agent
from steno.testing.demo import cast, sources
from steno.testing.demo.cast import ask, end_turn, first_prompt, interactive, leave
from steno.testing.file_tools import edit, glob, read
from steno.testing.lines import Reply, make_assistant, make_tool_use
from steno.testing.session import SessionBuilder, think
from steno.testing.shell_tools import bash, powershell
from steno.testing.tokens import Tokens
from steno.testing.tool_run import failed

if TYPE_CHECKING:
    from collections.abc import Iterator


HEAD = "public sealed class TideChart : Control\n{\n"
SONNET_46 = "claude-sonnet-4-6"


def sessions() -> Iterator[SessionBuilder]:
    """Yield the sessions of the others."""
    yield pipeline()
    yield spikes()
    yield editor()
    yield desktop()
    yield archive()


def pipeline() -> SessionBuilder:
    """Make Lin Hai's session, all in Chinese."""
    s = interactive("pipeline", "2026-06-25T01:30:00Z", cast.PIPELINE, git_branch="主线")
    first_prompt(s, "帮我看看石浦站三月份的数据，怎么总有尖峰？")
    path = f"{cast.PIPELINE}/clean.py"
    s.reply(
        think("先看清洗脚本，再看原始数据。阈值可能太宽。"),
        "我先看一下清洗脚本。",
        read(path, sources.CLEAN),
        bash("grep -c , raw/spu-2026-03.csv", "44640", description="数一下原始记录"),
    )
    s.reply(
        "阈值是 0.5 米，而石浦的小尖峰只有 0.3 米左右，所以全漏掉了。",
        edit(path, sources.CLEAN, "SPIKE = 0.5  # 米", "SPIKE = 0.25  # 米"),
    )
    s.reply(bash("python3 clean.py SPU 2026-03", "去掉 61 个尖峰，补 4 段缺测（最长 22 分钟）"))
    s.reply("好了：去掉 **61** 个尖峰，补了 4 段缺测。建议把阈值写进每个站的配置里。🌊")
    end_turn(s)
    ask(s, "好，那就写进配置。鹭岛的潮差大，用 0.4。")
    s.reply("鹭岛 0.4 米，石浦 0.25 米，其余沿用 0.5 米。", bash("git commit -qam '每站一个阈值'"))
    s.reply("已提交。")
    end_turn(s)
    s.loose("ai-title", sessionId=s.session_id, aiTitle="石浦站的尖峰")
    return leave(s, "好，那就写进配置。鹭岛的潮差大，用 0.4。")


def spikes() -> SessionBuilder:
    """Ask a short question in two languages."""
    s = interactive("spikes", "2026-08-11T02:12:40Z", cast.PIPELINE, model=cast.HAIKU)
    first_prompt(s, "调和常数 in English? Mira wants it in the docs")
    s.reply("*Harmonic constants*: the amplitude 振幅 and phase lag 迟角 of each constituent 分潮.")
    end_turn(s)
    return leave(s, "调和常数 in English? Mira wants it in the docs")


def editor() -> SessionBuilder:
    """2.1.45 on Windows: whole messages on one line, and agents in the project's own folder."""
    s = SessionBuilder(
        "editor",
        start="2026-02-18T02:00:41Z",
        cwd=cast.RUNNER,
        version="2.1.45",
        git_branch="master",
        model=cast.OPUS,
    )
    s.settings = replace(s.settings, permission_mode="acceptEdits")
    selected = (
        "<ide_selection>Lines 78 to 78 of e:\\workspaces\\ebb_runner\\plan.md are selected:\n"
        "- v0.2.3 每小时运行一次</ide_selection>"
    )
    s.prompt([{"type": "text", "text": selected}, {"type": "text", "text": "实现这一条。"}])
    s.snapshot()
    call = make_tool_use(
        "call_33f4a566fb7e425a9f6327b4", "Read", {"file_path": f"{cast.RUNNER}\\main.py"}, s.stamp
    )
    blocks = [think("先看主程序。", ""), {"type": "text", "text": "我先看主程序。"}, call]
    reply = Reply(
        "msg_20260218100041f5b6a7099bb94b8f",
        s.ids.request(),
        cast.OPUS,
        "tool_use",
        Tokens(input=1500, output=300),
    )
    (first, _, _) = make_assistant(
        blocks, stamp=s.stamp, reply=reply, links=[s.link() for _ in blocks]
    )
    first["message"] |= {
        "content": blocks,
        "stop_reason": "tool_use",
        "usage": {"input_tokens": 1500, "output_tokens": 300},
    }
    s.put(first)
    result = {
        "tool_use_id": call["id"],
        "type": "tool_result",
        "content": "print('涨潮了')",
        "is_error": False,
    }
    s.user(
        [result],
        toolUseResult={"type": "file", "file": "print('涨潮了')"},
        sourceToolAssistantUUID=s.leaf,
    )
    task = AgentTask("Check the schedule", "Does cron run on this machine?", tool="Task")
    s.reply(agent(task, _schedule, agent_id="b7c2d91", layout="project"))
    s.reply("每小时一次，用计划任务。")
    again = (
        "<ide_opened_file>The editor shows e:\\workspaces\\ebb_runner\\main.py.</ide_opened_file>"
    )
    s.prompt([{"type": "text", "text": again}, {"type": "text", "text": "继续"}])
    s.reply("写好了。")
    return s


def _schedule(child: SessionBuilder) -> str:
    child.reply(bash("schtasks /query /tn ebb", "ERROR: not found"))
    child.reply("No cron here, but the task scheduler is free.")
    return "No cron here, but the task scheduler is free."


def desktop() -> SessionBuilder:
    """2.1.219 on Windows: PowerShell, hooks around every step, automatic mode."""
    s = SessionBuilder(
        "desktop",
        start="2026-08-10T08:15:00Z",
        cwd=cast.DESKTOP,
        version="2.1.219",
        entrypoint="claude-desktop",
        git_branch="main",
        model=cast.FABLE,
    )
    s.settings = replace(s.settings, permission_mode="auto", prompt_source="sdk")
    _start_hooks(s)
    s.prompt("The chart flickers when the window is resized. Fix it without a new dependency.")
    s.attach("auto_mode", autoModeConsentFlow=False)
    path = f"{cast.DESKTOP}\\TideChart.cs"
    rules = f"{cast.DESKTOP}\\.claude\\rules\\drawing.md"
    own: dict[str, Any] = {"effort": "high"}
    s.reply(
        think("Double buffering. One line in the constructor."),
        read(path, sources.CHART_CS),
        glob("*.cs", path),
        **own,
    )
    s.attach(
        "nested_memory",
        path=rules,
        displayPath=".claude\\rules\\drawing.md",
        content={
            "path": rules,
            "type": "Project",
            "content": "Never draw outside OnPaint.",
            "globs": ["**/*.cs"],
            "contentDiffersFromDisk": False,
        },
    )
    new = f"{HEAD}    public TideChart() => DoubleBuffered = true;\n"
    s.reply(edit(path, sources.CHART_CS, HEAD, new), **own)
    s.reply(powershell("dotnet build -v q", "Build succeeded.", description="Build"), **own)
    s.reply(failed(powershell("dotnet test"), "Exit code 1\nNo tests found."), **own)
    s.reply(
        "No flicker: the control draws to a buffer first. There are no tests to break yet.", **own
    )
    s.loose("custom-title", customTitle="Chart flicker on resize")
    return leave(s, "The chart flickers when the window is resized.")


def _start_hooks(s: SessionBuilder) -> None:
    """Add what hooks leave behind when a session starts."""
    hook = {
        "hookName": "SessionStart:startup",
        "toolUseID": s.ids.uuid("hook"),
        "hookEvent": "SessionStart",
    }
    s.attach(
        "hook_success",
        **hook,
        content="",
        stdout="ready",
        stderr="",
        exitCode=0,
        command="pwsh -File hooks\\start.ps1",
        durationMs=412,
    )
    s.attach("hook_system_message", content="This chat will be linked to your next commit.", **hook)
    s.attach("hook_additional_context", content=["The build number is 219."], **hook)


def archive() -> SessionBuilder:
    """Work in a folder so deep that the client hashes its name."""
    s = interactive("archive", "2026-07-28T19:40:00Z", cast.DEEP, model=cast.SONNET)
    first_prompt(s, "Transcribe the keeper's note of 3 May 2024.")
    s.reply(read(f"{cast.DEEP}/2024-05-03.txt", "Calm. HW 0412, 3.9. Heron on the gauge again.\n"))
    s.reply("> Calm. High water 04:12, 3.9 m. Heron on the gauge again.")
    end_turn(s)
    return leave(s, "Transcribe the keeper's note of 3 May 2024.")
