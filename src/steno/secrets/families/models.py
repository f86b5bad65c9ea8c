"""Keys of model providers and what surrounds them."""

from __future__ import annotations

from typing import Final

from steno.secrets.rule import END, HEX, URL64, UUID, WORD, named, token

TOKENS: Final = (
    token("anthropic-key", "sk-ant-", f"{URL64}{{24,200}}+", "Anthropic API key or OAuth token"),
    token(
        "openai-key",
        "sk-proj- sk-svcacct- sk-admin- sk-None-",
        f"{URL64}{{40,300}}+",
        "OpenAI API key",
    ),
    token("openrouter-key", "sk-or-v1- sk-or-", f"{HEX}{{64}}", "OpenRouter API key"),
    token("langfuse-key", "sk-lf-", UUID, "Langfuse secret key"),
    token(
        "openai-legacy-key",
        "sk-",
        f"(?=[A-Za-z]{{0,48}}[0-9]){WORD}{{32,64}}+{END}",
        "OpenAI API key, also of services with the same form",
        family="openai",
    ),
    token("huggingface-token", "hf_ api_org_", f"{WORD}{{34}}{END}", "Hugging Face token"),
    token("replicate-token", "r8_", f"{WORD}{{37}}{END}", "Replicate token"),
    token("groq-key", "gsk_", f"{WORD}{{52}}{END}", "Groq API key"),
    token("xai-key", "xai-", f"{WORD}{{70,90}}+", "xAI API key"),
    token("perplexity-key", "pplx-", f"{WORD}{{40,64}}+", "Perplexity API key"),
    token("cerebras-key", "csk-", f"[a-z0-9]{{48}}{END}", "Cerebras API key"),
    token("together-key", "tgp_v1_", f"{URL64}{{40,64}}+", "Together API key"),
    token("fireworks-key", "fw_", f"{WORD}{{24}}{END}", "Fireworks API key"),
    token("langsmith-key", "lsv2_pt_ lsv2_sk_", f"{HEX}{{32}}_{HEX}{{10}}", "LangSmith key"),
    token("pinecone-key", "pcsk_", f"{WORD}{{4,8}}_{WORD}{{50,70}}+", "Pinecone API key"),
    token("elevenlabs-key", "sk_", f"{HEX}{{48}}{END}", "ElevenLabs API key"),
    token("nvidia-key", "nvapi-", f"{URL64}{{60,80}}+", "NVIDIA API key"),
    token("voyage-key", "pa-", f"{URL64}{{43}}{END}", "Voyage API key"),
    token("jina-key", "jina_", f"{HEX}{{32}}{URL64}{{28}}{END}", "Jina API key"),
    token("firecrawl-key", "fc-", f"{HEX}{{32}}{END}", "Firecrawl API key"),
    token("e2b-key", "e2b_", f"{HEX}{{40}}{END}", "E2B API key"),
    token("runpod-key", "rpa_", f"{WORD}{{40,50}}+{END}", "RunPod API key"),
    token("tavily-key", "tvly-", f"{URL64}{{24,64}}+", "Tavily API key"),
)

NAMED: Final = (
    named("cohere-key", "cohere|co_api", "[A-Za-z0-9]{40}", "Cohere API key"),
    named("mistral-key", "mistral", "[A-Za-z0-9]{32}", "Mistral API key"),
    named("together-key", "together", "[0-9a-f]{64}", "Together API key"),
    named("deepgram-key", "deepgram", "[0-9a-f]{40}", "Deepgram API key"),
    named("assemblyai-key", "assembly", "[0-9a-f]{32}", "AssemblyAI API key"),
    named("wandb-key", "wandb", "[0-9a-f]{40}", "Weights & Biases API key"),
    named("pinecone-key", "pinecone", UUID, "Pinecone API key"),
)
