"""Made-up secrets of many families, put together from what each service says of their form.

Written apart from the rules: nothing here looks at them. Nothing here is a literal that a
scanner of a hosting site would stop at, either: every token is put together when it is asked for.
"""

from __future__ import annotations

import base64
import json
import string
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

ALNUM: Final = string.ascii_letters + string.digits
URL64: Final = ALNUM + "-_"
B64: Final = ALNUM + "+/"
HEX: Final = "0123456789abcdef"
UPPER: Final = string.ascii_uppercase + string.digits
BASE32: Final = string.ascii_uppercase + "234567"
LOWER: Final = string.ascii_lowercase + string.digits


@dataclass(frozen=True, slots=True)
class Made:
    """One secret: the text as it is written, the part that must go, and what it is called."""

    text: str
    secret: str
    variable: str = "SERVICE_VALUE"
    """The name it has in an env file; one that says nothing where the form alone must do."""
    words: str = "value"
    """What a person calls it."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A secret in a text."""

    family: str
    context: str
    text: str
    secret: str


def some(rng: Random, alphabet: str, length: int) -> str:
    """Choose characters by chance."""
    return "".join(rng.choices(alphabet, k=length))


def uuid(rng: Random) -> str:
    """Make a UUID."""
    return "-".join(some(rng, HEX, length) for length in (8, 4, 4, 4, 12))


def b64(rng: Random, size: int) -> str:
    """Encode so many bytes by chance."""
    return base64.b64encode(rng.randbytes(size)).decode()


def url64(value: str | bytes) -> str:
    """Encode for an address, without padding."""
    raw = value.encode() if isinstance(value, str) else value
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


def plain(make: Callable[[Random], str]) -> Callable[[Random], Made]:
    """Make a secret whose form alone says what it is."""

    def made(rng: Random) -> Made:
        token = make(rng)
        return Made(token, token)

    return made


def prefixed(prefixes: str, alphabet: str, length: int) -> Callable[[Random], Made]:
    """Make a token of a prefix and a body."""
    return plain(lambda rng: rng.choice(prefixes.split()) + some(rng, alphabet, length))


def called(variable: str, words: str, make: Callable[[Random], str]) -> Callable[[Random], Made]:
    """Make a secret that only its name gives away."""

    def made(rng: Random) -> Made:
        value = make(rng)
        return Made(value, value, variable, words)

    return made


def within(make: Callable[[Random], tuple[str, str]]) -> Callable[[Random], Made]:
    """Make a text of which only a part is secret."""
    return lambda rng: Made(*make(rng))


def password(rng: Random) -> str:
    """Make a password as a manager of passwords does."""
    letters = [rng.choice(string.ascii_lowercase), rng.choice(string.ascii_uppercase)]
    rest = [
        rng.choice(string.digits),
        rng.choice("!#%*+-_=?@"),
        *some(rng, ALNUM, rng.randint(6, 14)),
    ]
    chosen = letters + rest
    rng.shuffle(chosen)
    return rng.choice(ALNUM) + "".join(chosen) + rng.choice(ALNUM)


def pem(rng: Random, kind: str, newline: str = "\n") -> str:
    """Make a private key in its armour."""
    body = b64(rng, rng.randint(300, 1200))
    lines = [body[start : start + 64] for start in range(0, len(body), 64)]
    return newline.join([f"-----BEGIN {kind}-----", *lines, f"-----END {kind}-----"])


def jwt(rng: Random) -> str:
    """Make a signed JSON web token."""
    claims = {"sub": some(rng, LOWER, 10), "iat": rng.randint(10**9, 2 * 10**9), "jti": uuid(rng)}
    head = url64(json.dumps({"alg": "HS256", "typ": "JWT"}, separators=(",", ":")))
    return f"{head}.{url64(json.dumps(claims))}.{url64(rng.randbytes(32))}"


def with_json(prefix: str, rng: Random, size: int) -> str:
    """Make a token that is JSON in base64 behind a prefix."""
    held = {"o": str(rng.randint(1, 999_999)), "n": some(rng, LOWER, 12), "k": b64(rng, size)}
    return prefix + base64.b64encode(json.dumps(held).encode()).decode()


def url_with_password(rng: Random) -> tuple[str, str]:
    """Make the address of a database."""
    scheme = rng.choice(
        ("postgres", "postgresql", "mysql", "mongodb+srv", "redis", "amqp", "https")
    )
    secret = quote(password(rng), safe="")
    return (
        f"{scheme}://{some(rng, LOWER, 6)}:{secret}@{some(rng, LOWER, 8)}.internal:5432/app",
        secret,
    )


def slack_webhook(rng: Random) -> tuple[str, str]:
    """Make the address of a webhook."""
    secret = some(rng, ALNUM, 24)
    path = f"T{some(rng, UPPER, 10)}/B{some(rng, UPPER, 10)}/{secret}"
    return f"https://hooks.slack{'.com'}/services/{path}", secret


def discord_webhook(rng: Random) -> tuple[str, str]:
    """Make the address of a webhook."""
    secret = some(rng, URL64, 68)
    return f"https://discord{'.com'}/api/webhooks/{some(rng, '123456789', 18)}/{secret}", secret


def sas(rng: Random) -> tuple[str, str]:
    """Make a shared access signature."""
    secret = quote(b64(rng, 32), safe="")
    return (
        f"https://acct.blob.core.windows.net/c?sv=2022-11-02&se=2026-01-01&sp=r&sig={secret}",
        secret,
    )


def connection_string(rng: Random) -> tuple[str, str]:
    """Make the connection string of a storage account."""
    secret = b64(rng, 64)
    account = f"DefaultEndpointsProtocol=https;AccountName=acct{some(rng, LOWER, 5)}"
    return f"{account};AccountKey={secret};EndpointSuffix=core.windows.net", secret


def service_bus(rng: Random) -> tuple[str, str]:
    """Make the connection string of a bus."""
    secret = b64(rng, 32)
    bus = f"Endpoint=sb://{some(rng, LOWER, 8)}.servicebus.windows.net/"
    return f"{bus};SharedAccessKeyName=Root;SharedAccessKey={secret}", secret


def basic_auth(rng: Random) -> tuple[str, str]:
    """Make a header."""
    secret = base64.b64encode(f"{some(rng, LOWER, 6)}:{password(rng)}".encode()).decode()
    return f"Authorization: Basic {secret}", secret


def bearer(rng: Random) -> tuple[str, str]:
    """Make a header."""
    secret = some(rng, rng.choice((ALNUM, HEX, URL64)), rng.randint(32, 60))
    return f"Authorization: Bearer {secret}", secret


def netrc(rng: Random) -> tuple[str, str]:
    """Make a line of .netrc."""
    secret = password(rng)
    return (
        f"machine {some(rng, LOWER, 8)}.dev login {some(rng, LOWER, 6)} password {secret}",
        secret,
    )


def curl_user(rng: Random) -> tuple[str, str]:
    """Make a call of curl."""
    secret = password(rng)
    return f"curl -u {some(rng, LOWER, 6)}:{secret} https://api.internal/v1/items", secret


def flag(rng: Random) -> tuple[str, str]:
    """Make a call of a program that is told a password."""
    secret = password(rng)
    option = rng.choice(("--password", "--db-password"))
    return f"dbtool {option}{rng.choice((' ', '='))}{secret} --port 5432", secret


def dsn(rng: Random) -> tuple[str, str]:
    """Make an old DSN, with its secret half."""
    secret = f"{some(rng, HEX, 32)}:{some(rng, HEX, 32)}"
    host = f"o{rng.randint(1000, 99999)}.ingest.sentry.io"
    return f"https://{secret}@{host}/{rng.randint(10**5, 10**7)}", secret


def discord_bot(rng: Random) -> str:
    """Make a bot's token: its number in base64, a time, a signature."""
    number = url64(str(rng.randint(10**17, 10**18 - 1)).encode())
    return f"{number}.{some(rng, URL64, 6)}.{some(rng, URL64, 38)}"


def telegram(rng: Random) -> tuple[str, str]:
    """Make a bot's token."""
    secret = "AA" + some(rng, URL64, 33)
    return f"{rng.randint(10**8, 10**10 - 1)}:{secret}", secret


def slack_bot(rng: Random) -> str:
    """Make a bot's or a person's token."""
    numbers = "-".join(some(rng, string.digits, 12) for _ in range(2))
    return f"xox{rng.choice('bp')}-{numbers}-{some(rng, ALNUM, 24)}"


def mapbox(rng: Random) -> str:
    """Make a secret token."""
    held = {"u": some(rng, LOWER, 9), "a": some(rng, LOWER, 24)}
    return f"sk.{url64(json.dumps(held, separators=(',', ':')))}.{some(rng, URL64, 22)}"


def secret_by_name(rng: Random) -> Made:
    """Make what only a general name gives away."""
    names = (
        "API_KEY",
        "APP_SECRET",
        "ACCESS_TOKEN",
        "AUTH_TOKEN",
        "CLIENT_SECRET",
        "JWT_SECRET",
        "SIGNING_KEY",
    )
    name = rng.choice(names)
    value = some(rng, rng.choice((ALNUM, HEX)), rng.randint(32, 48))
    return Made(value, value, name, name.lower().replace("_", " "))


FAMILIES: Final[dict[str, Callable[[Random], Made]]] = {
    "aws access key": prefixed("AKIA ASIA", BASE32, 16),
    "aws secret key": called(
        "AWS_SECRET_ACCESS_KEY", "AWS secret access key", lambda r: some(r, B64, 40)
    ),
    "google api key": prefixed("AIza", URL64, 35),
    "google oauth secret": prefixed("GOCSPX-", URL64, 28),
    "google access token": prefixed("ya29.a0", URL64, 180),
    "google service account": plain(lambda r: pem(r, "PRIVATE KEY", "\\n")),
    "azure storage": within(connection_string),
    "azure sas": within(sas),
    "azure service bus": within(service_bus),
    "azure client secret": plain(
        lambda r: f"{some(r, ALNUM, 3)}8Q~{some(r, URL64 + '.~', 33)}{r.choice(ALNUM)}"
    ),
    "github classic": prefixed("ghp_ gho_ ghu_ ghs_ ghr_", ALNUM, 36),
    "github fine-grained": plain(
        lambda r: f"github_{'pat'}_{some(r, ALNUM, 22)}_{some(r, ALNUM, 59)}"
    ),
    "gitlab": prefixed("glpat- gldt- glptt- glrt- glft-", URL64, 20),
    "bitbucket": prefixed("ATBB", ALNUM, 32),
    "atlassian": plain(
        lambda r: f"ATATT3x{some(r, URL64, 178)}={some(r, UPPER[:6] + '0123456789', 8)}"
    ),
    "slack token": plain(slack_bot),
    "slack app token": plain(
        lambda r: f"xapp-1-A{some(r, UPPER, 10)}-{some(r, '123456789', 13)}-{some(r, HEX, 64)}"
    ),
    "slack webhook": within(slack_webhook),
    "stripe": prefixed("sk_live_ rk_live_ sk_test_", ALNUM, 24),
    "stripe webhook": prefixed("whsec_", ALNUM, 32),
    "twilio api key": prefixed("SK", HEX, 32),
    "twilio auth token": called(
        "TWILIO_AUTH_TOKEN", "Twilio auth token", lambda r: some(r, HEX, 32)
    ),
    "sendgrid": plain(lambda r: f"SG.{some(r, URL64, 22)}.{some(r, URL64, 43)}"),
    "mailgun": prefixed("key-", HEX, 32),
    "mailchimp": plain(lambda r: f"{some(r, HEX, 32)}-us{r.randint(1, 21)}"),
    "openai legacy": plain(lambda r: f"sk-{some(r, ALNUM, 20)}T3BlbkFJ{some(r, ALNUM, 20)}"),
    "openai project": prefixed("sk-proj- sk-svcacct-", URL64, 120),
    "anthropic": plain(lambda r: f"sk-ant-api03-{some(r, URL64, 93)}AA"),
    "hugging face": prefixed("hf_", string.ascii_letters, 34),
    "cohere": called("COHERE_API_KEY", "Cohere API key", lambda r: some(r, ALNUM, 40)),
    "replicate": prefixed("r8_", ALNUM, 37),
    "groq": prefixed("gsk_", ALNUM, 52),
    "npm": prefixed("npm_", ALNUM, 36),
    "pypi": plain(lambda r: f"pypi-AgEIcHlwaS5vcmc{some(r, URL64, 150)}"),
    "rubygems": prefixed("rubygems_", HEX, 48),
    "crates.io": prefixed("cio", ALNUM, 32),
    "docker hub": prefixed("dckr_pat_", URL64, 27),
    "digitalocean": prefixed("dop_v1_ doo_v1_ dor_v1_", HEX, 64),
    "heroku": called("HEROKU_API_KEY", "Heroku API key", uuid),
    "heroku new": prefixed("HRKU-AA", URL64, 58),
    "fly": plain(lambda r: f"fm2_{b64(r, 180)}"),
    "vercel": called("VERCEL_TOKEN", "Vercel token", lambda r: some(r, ALNUM, 24)),
    "netlify": prefixed("nfp_", ALNUM, 36),
    "cloudflare": called(
        "CLOUDFLARE_API_TOKEN", "Cloudflare API token", lambda r: some(r, URL64, 40)
    ),
    "datadog": called("DD_API_KEY", "Datadog API key", lambda r: some(r, HEX, 32)),
    "new relic": prefixed("NRAK-", UPPER, 27),
    "sentry token": plain(lambda r: f"{with_json('sntrys_', r, 12)}_{some(r, B64, 43)}"),
    "sentry dsn": within(dsn),
    "grafana": plain(lambda r: f"glsa_{some(r, ALNUM, 32)}_{some(r, HEX, 8)}"),
    "grafana cloud": plain(lambda r: with_json("glc_", r, 18)),
    "pagerduty": called("PAGERDUTY_API_KEY", "PagerDuty API key", lambda r: some(r, URL64, 20)),
    "linear": prefixed("lin_api_", ALNUM, 40),
    "notion": prefixed("secret_", ALNUM, 43),
    "notion new": prefixed("ntn_", ALNUM, 46),
    "shopify": prefixed("shpat_ shpca_ shppa_ shpss_", HEX, 32),
    "square": prefixed("sq0atp-", URL64, 22),
    "square access": prefixed("EAAA", URL64, 60),
    "paypal": plain(lambda r: f"access_token$production${some(r, LOWER, 16)}${some(r, HEX, 32)}"),
    "discord bot": plain(discord_bot),
    "discord webhook": within(discord_webhook),
    "telegram": within(telegram),
    "facebook": prefixed("EAAC EAAB", ALNUM, 170),
    "twitter": plain(lambda r: "A" * 22 + f"{some(r, ALNUM, 12)}%2B{some(r, ALNUM, 70)}"),
    "algolia": called("ALGOLIA_ADMIN_KEY", "Algolia admin key", lambda r: some(r, HEX, 32)),
    "mapbox": plain(mapbox),
    "postman": plain(lambda r: f"PMAK-{some(r, HEX, 24)}-{some(r, HEX, 34)}"),
    "pulumi": prefixed("pul-", HEX, 40),
    "terraform": plain(lambda r: f"{some(r, ALNUM, 14)}.atlasv1.{some(r, URL64, 67)}"),
    "vault": prefixed("hvs.", URL64, 95),
    "doppler": prefixed("dp.pt.", ALNUM, 43),
    "1password": plain(lambda r: with_json("ops_", r, 300)),
    "age": prefixed("AGE-SECRET-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    "rsa key": plain(
        lambda r: pem(r, r.choice(("RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY")))
    ),
    "pkcs8 key": plain(lambda r: pem(r, r.choice(("PRIVATE KEY", "ENCRYPTED PRIVATE KEY")))),
    "ssh key": plain(lambda r: pem(r, "OPENSSH PRIVATE KEY")),
    "pgp key": plain(lambda r: pem(r, "PGP PRIVATE KEY BLOCK")),
    "jwt": plain(jwt),
    "basic auth": within(basic_auth),
    "bearer": within(bearer),
    "url password": within(url_with_password),
    "netrc": within(netrc),
    "curl user": within(curl_user),
    "flag": within(flag),
    "password": called("DB_PASSWORD", "password", password),
    "secret by name": secret_by_name,
}
"""How to make a secret of each family."""


def contexts(made: Made) -> Iterator[tuple[str, str]]:
    """Put a secret into prose, JSON, shell, env and a diff."""
    variable, text = made.variable, made.text
    yield "prose", f"As of this morning the {made.words} is {text} and nobody has changed it since."
    member = {"name": "prod", variable.lower(): text, "retries": 3}
    yield "json", json.dumps(member, indent=2)
    yield "shell", f"cd /srv/app && export {variable}='{text}' && ./deploy.sh --region eu-west-1"
    yield "env", f"# settings\nDEBUG=false\n{variable}={text}\nPORT=8080\n"
    yield (
        "diff",
        f"@@ -1,3 +1,3 @@\n mode: fast\n-{variable}: old\n+{variable}: {text}\n retries: 3\n",
    )


CONTEXTS: Final = 5


def placed(rng: Random, each: int) -> Iterator[Placed]:
    """Give ``each`` secrets of every family, spread over the contexts."""
    for family, make in FAMILIES.items():
        for number in range(each):
            made = make(rng)
            context, text = list(contexts(made))[number % CONTEXTS]
            secret = json.dumps(made.secret)[1:-1] if context == "json" else made.secret
            yield Placed(family, context, text, secret)
