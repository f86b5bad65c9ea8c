"""Made-up lines that hold no secret: ids, hashes, signatures, pictures, code, lock files."""

# ruff: noqa: E501 - one line is one kind of line

from __future__ import annotations

import string
from typing import TYPE_CHECKING, Final

from tests.secrets.made_secrets import ALNUM, HEX, LOWER, UPPER, b64, some, uuid

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

CROCKFORD: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_WORDS: Final = (
    "harbour", "tide", "gauge", "station", "water", "level", "moon", "spring", "parser", "table",
    "column", "value", "render", "request", "handler", "session", "worker", "client", "stream",
)  # fmt: skip


def word(rng: Random) -> str:
    """Choose a word."""
    return rng.choice(_WORDS)


def name(rng: Random, parts: int = 3, between: str = "_") -> str:
    """Make the name of something in code."""
    return between.join(word(rng) for _ in range(parts))


def camel(rng: Random, parts: int = 4) -> str:
    """Make a name in mixed case."""
    first, *rest = (word(rng) for _ in range(parts))
    return first + "".join(map(str.capitalize, rest))


def version(rng: Random) -> str:
    """Make a version."""
    return ".".join(str(rng.randint(0, 40)) for _ in range(3))


def minified(rng: Random) -> str:
    """Make a line of minified code."""
    calls = (
        f"function {rng.choice(string.ascii_letters)}(e,t){{return e.{camel(rng, 2)}(t[{rng.randint(0, 99)}])}}"
        f"var {some(rng, string.ascii_lowercase, 2)}=!0,n.key=e.props.key,o.token=t.next();"
        for _ in range(rng.randint(3, 20))
    )
    return "!" + "".join(calls)


KINDS: Final[tuple[Callable[[Random], str], ...]] = (
    lambda r: f"commit {some(r, HEX, 40)}",
    lambda r: f"{some(r, HEX, 7)} (HEAD -> main) Fix the {word(r)} of the {word(r)}",
    lambda r: f"index {some(r, HEX, 7)}..{some(r, HEX, 7)} 100644",
    lambda r: f"{some(r, HEX, 64)}  dist/{word(r)}-{version(r)}.tar.gz",
    lambda r: f'"uuid": "{uuid(r)}", "parentUuid": "{uuid(r)}"',
    lambda r: (
        f"session {uuid(r)} resumed at 2026-03-{r.randint(10, 28)}T10:{r.randint(10, 59)}:00.{r.randint(100, 999)}Z"
    ),
    lambda r: f'"id": "msg_01{some(r, ALNUM, 22)}", "model": "claude-sonnet-4-5-20250929"',
    lambda r: f'{{"type": "tool_use", "id": "toolu_01{some(r, ALNUM, 22)}", "name": "Bash"}}',
    lambda r: f"request-id: req_011C{some(r, ALNUM, 20)}",
    lambda r: f'"integrity": "sha512-{b64(r, 64)}",',
    lambda r: f'"resolved": "https://registry.invalid/{word(r)}/-/{word(r)}-{version(r)}.tgz",',
    lambda r: f'  resolution: "{word(r)}@npm:{version(r)}"\n  checksum: 10/{some(r, HEX, 128)}',
    lambda r: (
        f'    {{file = "{word(r)}-{version(r)}.tar.gz", hash = "sha256:{some(r, HEX, 64)}"}},'
    ),
    lambda r: f"    --hash=sha256:{some(r, HEX, 64)} \\",
    lambda r: f'checksum = "{some(r, HEX, 64)}"',
    lambda r: f"github.com/{word(r)}/{word(r)} v{version(r)} h1:{b64(r, 32)}",
    lambda r: f"FROM python:3.12-slim@sha256:{some(r, HEX, 64)}",
    lambda r: f'"signature": "Eq{b64(r, r.randint(150, 600))}"',
    lambda r: f"data:image/png;base64,iVBORw0KGgoAAAANSUhEUg{b64(r, r.randint(200, 900))}",
    lambda r: (
        f'{{"type": "base64", "media_type": "image/jpeg", "data": "/9j/4AAQSkZJRg{b64(r, r.randint(200, 900))}"}}'
    ),
    minified,
    lambda r: (
        f"//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpb{b64(r, 300)}"
    ),
    lambda r: (
        f"<script src=/static/js/main.{some(r, HEX, 8)}.js integrity=sha384-{b64(r, 48)}></script>"
    ),
    lambda r: (
        f"{word(r)}-{some(r, LOWER, 10)}-{some(r, LOWER, 5)}   1/1   Running   0   {r.randint(1, 90)}d"
    ),
    lambda r: f"traceparent: 00-{some(r, HEX, 32)}-{some(r, HEX, 16)}-01",
    lambda r: f'ETag: "{some(r, HEX, 32)}"',
    lambda r: f"x-amz-request-id: {some(r, UPPER, 16)}",
    lambda r: f"arn:aws:iam::{some(r, string.digits, 12)}:role/{camel(r, 3)}",
    lambda r: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{b64(r, 32).rstrip('=')} {word(r)}@host",
    lambda r: f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{b64(r, 380)} {word(r)}@host",
    lambda r: f"-----BEGIN CERTIFICATE-----\n{b64(r, 48)}\n{b64(r, 48)}\n-----END CERTIFICATE-----",
    lambda r: f"-----BEGIN PUBLIC KEY-----\n{b64(r, 48)}\n{b64(r, 48)}\n-----END PUBLIC KEY-----",
    lambda r: f"{word(r)}=={version(r)}  # via {word(r)}",
    lambda r: f"01{some(r, CROCKFORD, 24)} {word(r)} stored",
    lambda r: (
        f"[{r.randint(1, 9)}/{r.randint(10, 99)}] Building {name(r, 3, '/')}.o {r.random():.17f}"
    ),
    lambda r: (
        f"00000{some(r, HEX, 3)}: {' '.join(some(r, HEX, 4) for _ in range(8))}  {some(r, ALNUM, 16)}"
    ),
    lambda r: f'password = os.environ["{name(r).upper()}_PASSWORD"]',
    lambda r: f"    {name(r, 2)}_token: str | None = None",
    lambda r: f"if not api_key: raise ValueError('no {name(r, 1)} api key was given')",
    lambda r: f"const token = await {camel(r, 2)}.getAccessToken({{ audience: {camel(r, 2)} }});",
    lambda r: f'"input_tokens": {r.randint(1, 10**6)}, "max_tokens": {r.randint(1, 64) * 1024}',
    lambda r: f"secretKeyRef:\n  name: {name(r, 3, '-')}-v2\n  key: {name(r, 2, '-')}",
    lambda r: f"<Item key={{{word(r)}.id}} tokenId={{{camel(r, 2)}.tokenId}} />",
    lambda r: f"API_KEY=<your-{word(r)}-key>",
    lambda r: f"export {name(r, 1).upper()}_TOKEN=${{{name(r, 2).upper()}_TOKEN}}",
    lambda r: f"password: ${{{{ secrets.{name(r, 2).upper()}_PASSWORD }}}}",
    lambda r: f"{word(r)}_secret: xxxxxxxxxxxxxxxxxxxxxxxx",
    lambda r: f"DATABASE_URL=postgres://user:password@localhost:5432/{word(r)}",
    lambda r: f"Authorization: Bearer ${name(r).upper()}",
    lambda r: f"git clone git@github.com:{word(r)}/{word(r)}.git",
    lambda r: f"cacheKey: {word(r)}-linux-x64-{some(r, HEX, 64)}",
    lambda r: f"  {camel(r, 5)}.{camel(r, 4)}(self.password, self.{camel(r, 3)}.token)",
    lambda r: (
        f"src/{name(r, 3, '/')}/{camel(r, 5)}.test.tsx:{r.randint(1, 999)}:{r.randint(1, 80)}"
    ),
    lambda r: (
        f"pip install {word(r)}-{word(r)}=={version(r)} && sk-learn-{word(r)}-{word(r)}-contrib"
    ),
    lambda r: f".sk-{name(r, 4, '-')}-container {{ margin: 0 }}",
    lambda r: f"primary_key=True, foreign_key='{name(r, 2)}.id', key_name='{name(r, 4)}_v2'",
    lambda r: (
        f"The password must have at least {r.randint(8, 20)} characters, and the token expires in 1h."
    ),
    lambda r: f"nonce={b64(r, 16)} style-src 'sha256-{b64(r, 32)}'",
    lambda r: (
        f"hf_hub_download(repo_id='{word(r)}/{word(r)}', filename='model-0000{r.randint(1, 9)}-of-00009.safetensors')"
    ),
    lambda r: f"{r.randint(10**18, 10**19 - 1)} {some(r, HEX, 24)} {r.randint(10**9, 10**10)}",
    lambda r: f"npm_config_{name(r, 4)}=true npm_package_{name(r, 5)}=1",
    lambda r: (
        f"s3://{name(r, 2, '-')}/{some(r, HEX, 2)}/{some(r, HEX, 38)}/part-{r.randint(10000, 99999)}.parquet"
    ),
    lambda r: f"docker run -p {r.randint(1000, 9999)}:80 --user {r.randint(1000, 9999)}:1000 nginx",
    lambda r: f"mkdir -p src/{word(r)}/v{r.randint(1, 9)} && ssh -p {r.randint(1000, 9999)} host",
    lambda r: f"mysql -u root -p {word(r)}{r.randint(1, 9)} < dump{r.randint(1, 9)}.sql",
    lambda r: f'mysql -uroot -p"$DB_PASSWORD" {word(r)} && redis-cli -a $REDIS_PASSWORD',
    lambda r: f"curl -u $USER:$PASS https://{word(r)}.example && curl -u user https://x",
    lambda r: f"sshpass -f file{r.randint(1, 9)} ssh x && sshpass -p $PASS ssh y",
    lambda r: f"pytest -p no:cacheprovider -k test_{name(r, 2)}_{r.randint(1, 99)}",
    lambda r: f"echo $TOKEN | docker login -u {word(r)} --password-stdin",
    lambda r: f"echo {name(r, 2)}{r.randint(1, 9)} | tee out{r.randint(1, 9)}.txt",
    lambda r: f'git log -p --since=2024-0{r.randint(1, 9)}-01 -- "{word(r)}2.py"',
    lambda r: f"unzip -p a{r.randint(1, 9)}.zip file1.txt && tar -xpf a1.tar",
    lambda r: f"kubectl -n prod{r.randint(1, 9)} get secret {name(r, 2, '-')}-v2 -o yaml",
    lambda r: f"password: required|min:{r.randint(8, 20)}|confirmed",
    lambda r: f"password: z.string().min({r.randint(8, 20)}).max(64),",
    lambda r: f"PASSWORD_MIN_LENGTH = {r.randint(8, 20)}",
    lambda r: f"tokenAddress: 0x{some(r, HEX, 40)}",
    lambda r: f"token = get_{name(r, 2)}({r.randint(1, 9)})",
    lambda r: f"const t=e=>e.token?e.token:{some(r, LOWER, 2)}.getToken(e),r=(e,t)=>e.password",
    lambda r: f"password=password, token=token, secret={word(r)}.secret",
    lambda r: f"tokenizer = AutoTokenizer.from_pretrained('{name(r, 3, '-')}-v{r.randint(1, 9)}')",
    lambda r: f"idempotency_key: {uuid(r)}",
    lambda r: f"AZURE_TENANT_ID={uuid(r)} AZURE_CLIENT_ID={uuid(r)}",
    lambda r: f"the password of the {word(r)} service is stored in vault{r.randint(1, 9)}.",
    lambda r: f"please reset the password and the token for user{r.randint(1, 99)}",
    lambda r: f'{{"kty":"RSA","n":"{some(r, ALNUM, 342)}","e":"AQAB","kid":"{uuid(r)}"}}',
    lambda r: f"Set-Cookie: theme=dark; session={r.randint(1, 9)}; Path=/",
    lambda r: f'next_page_token: "{some(r, ALNUM, 40)}"',
    lambda r: f"csrf_token={some(r, ALNUM, 32)}",
    lambda r: f'read -p "Password{r.randint(1, 9)}: " pw && export PW=$pw',
    lambda r: f"password: !vault |\n  $ANSIBLE_VAULT;1.1;AES256\n  {some(r, HEX, 80)}",
    lambda r: f"SECRET_KEY=<REDACTED> API_KEY=YOUR_API_KEY PASSWORD=changeme # {word(r)}",
    lambda r: (
        f"postgres://${{USER}}:${{PASS}}@{word(r)}/db redis://localhost:6379/{r.randint(0, 9)}"
    ),
    lambda r: f"use key {name(r, 2)}{r.randint(1, 9)} for lookups in {word(r)}",
    lambda r: f"gpg --recv-keys {some(r, '0123456789ABCDEF', 40)}",
    lambda r: f"cus_{some(r, ALNUM, 14)} pi_{some(r, ALNUM, 24)} price_1{some(r, ALNUM, 23)}",
    lambda r: f"/nix/store/{some(r, LOWER, 32)}-openssl-3.0.{r.randint(1, 20)}",
)
"""How to make a line of each kind."""


def lines(rng: Random, number: int) -> Iterator[str]:
    """Give so many lines, of every kind in turn."""
    for place in range(number):
        yield KINDS[place % len(KINDS)](rng)
