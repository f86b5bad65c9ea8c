"""Made-up secrets where people put them: calls of programs, headers, files, code, quotes, escapes.

Written apart from the rules, as the other made-up secrets are, and put together in the same way.
"""


# ruff: noqa: E501 - one line is one family

from __future__ import annotations

import base64
import json
import string
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.secrets.made_secrets import (
    ALNUM,
    BASE32,
    HEX,
    LOWER,
    UPPER,
    URL64,
    Placed,
    b64,
    some,
    uuid,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

_WORDS: Final = (
    "river",
    "stone",
    "maple",
    "tiger",
    "cobalt",
    "harbour",
    "velvet",
    "ember",
    "orbit",
)
_WRAPS: Final = {
    "prose": ("Run `{0}` again", "I did: {0}", "{0}"),
    "json": ("",),
    "shell": ("{0}", "$ {0}", "cd /srv && {0}"),
    "env": ("# {0}", "RUN {0}", "    run: {0}"),
    "diff": ("+{0}", "-{0}", "+    {0}"),
}


class Shape(NamedTuple):
    """How the secrets of a family are made, and in which texts they stand."""

    make: Callable[[Random], str]
    texts: tuple[str, ...]
    """The secret is ``{s}``, a user ``{u}``, a host ``{h}``, a UUID ``{i}``."""
    is_file: bool = False
    """Whether the text stands for itself: lines of a file, which nothing can be put before."""


def typed(rng: Random) -> str:
    """Make a password as a person types it."""
    kinds: tuple[Callable[[], str], ...] = (
        lambda: some(rng, ALNUM, rng.randint(9, 18)) + rng.choice(string.ascii_letters) + "7",
        lambda: f"{rng.choice(_WORDS).title()}{rng.choice('._-@')}{rng.randint(100, 9999)}",
        lambda: f"{rng.choice(_WORDS)}-{rng.choice(_WORDS)}-{rng.randint(10, 999)}",
        lambda: f"{some(rng, LOWER, 6)}x{rng.randint(1000, 99999)}{some(rng, UPPER, 3)}",
    )
    return rng.choice(kinds)()


def in_url(rng: Random) -> str:
    """Make one that needs no escapes in an address."""
    return typed(rng).replace("@", "-")


def random_token(rng: Random) -> str:
    """Make a token without a form of its own."""
    return some(rng, ALNUM, rng.randint(28, 40)) + "7a"


def encoded(rng: Random) -> str:
    """Make a user and a password in base64."""
    return base64.b64encode(f"{some(rng, LOWER, 5)}:{typed(rng)}".encode()).decode()


def body(rng: Random, newline: str = "\n", size: int = 600) -> str:
    """Make the lines of a key."""
    text = b64(rng, size)
    return newline.join(text[start : start + 64] for start in range(0, len(text), 64))


def token(prefix: str, alphabet: str, length: int) -> Shape:
    """Declare tokens with a form of their own, which may stand anywhere."""
    texts = ("use {s} now", 'x("{s}")', "tool login {s}", "A={s} make", "{s}", "https://{h}/?k={s}")
    return Shape(lambda rng: prefix + some(rng, alphabet, length), texts)


def named(make: Callable[[Random], str], *names: str) -> Shape:
    """Declare secrets that only their names give away."""
    ways = (
        "{0}={{s}}", '{0}="{{s}}"', "{0}: {{s}}", "setx {0} {{s}}", "set -x {0} {{s}}",
        "set {0} to {{s}} please", "os.getenv('{0}', '{{s}}')", "$env:{0} = '{{s}}'",
    )  # fmt: skip
    return Shape(make, tuple(way.format(name) for name in names for way in ways))


_KEY: Final = "PRIVATE " + "KEY"
SHAPES: Final[dict[str, Shape]] = {
    "mysql": Shape(typed, (
        "mysql -u{u} -p{s} db", "mysqldump -h {h} -u {u} -p{s} app > x.sql",
        "mysqladmin -u root -p'{s}' ping", 'mariadb -uroot -p"{s}"',
        "docker exec -it db mysql -uroot -p{s} -e 'show tables'")),
    "curl": Shape(typed, (
        "curl -sSLu {u}:{s} https://{h}", "curl --user={u}:{s} {h}", "curl -u '{u}:{s}' https://{h}",
        "curl --proxy-user {u}:{s} {h}", "http -a {u}:{s} GET {h}", "https --auth {u}:{s} {h}")),
    "sshpass": Shape(typed, ("sshpass -p {s} ssh root@{h}", "sshpass -p'{s}' scp f a@{h}:")),
    "redis": Shape(typed, ("redis-cli -h {h} -a {s} ping", "REDISCLI_AUTH={s} redis-cli",
                           "redis-server --requirepass {s}")),
    "registry login": Shape(typed, (
        "docker login -u bob -p {s} {h}", "az login --service-principal -u {i} -p {s} --tenant {i}",
        "helm registry login -u a -p {s} {h}", "echo {s} | docker login -u bob --password-stdin")),
    "sudo": Shape(typed, ("echo '{s}' | sudo -S apt update", "echo 'bob:{s}' | chpasswd",
                          "echo {s} | passwd --stdin bob")),
    "ldap": Shape(typed, ("ldapsearch -x -D cn=admin,dc=x -w {s} -b dc=x",)),
    "sqlcmd": Shape(typed, ("sqlcmd -S {h} -U sa -P {s} -Q 'select 1'", "bcp t out f -U sa -P '{s}'")),
    "archives": Shape(typed, ("zip -P {s} out.zip f", "7z a -p{s} x.7z f", "unrar x -p{s} a.rar")),
    "samba": Shape(typed, ("smbclient //{h}/share -U bob%{s}",
                           "mount -t cifs //{h}/s /mnt -o username=bob,password={s}",
                           "net use Z: //{h}/s {s} /user:bob")),
    "openssl": Shape(typed, ("openssl rsa -in k.pem -passin pass:{s}", "openssl enc -k {s} -in f")),
    "more programs": Shape(typed, (
        "mongosh -u admin -p {s} --quiet", "htpasswd -bc .htpasswd bob {s}", "lftp -u bob,{s} {h}",
        "rabbitmqctl add_user bob {s}", "xfreerdp /u:bob /p:{s} /v:{h}", "cqlsh -u c -p {s}",
        "ipmitool -I lanplus -H h -U a -P {s} power on", "keytool -list -storepass {s}")),
    "oracle": Shape(in_url, ("sqlplus {u}/{s}@ORCL", "jdbc:oracle:thin:{u}/{s}@//{h}:1521/x")),
    "sql": Shape(typed, (
        "CREATE USER bob WITH PASSWORD '{s}';", "ALTER USER postgres PASSWORD '{s}';",
        "CREATE USER 'bob'@'%' IDENTIFIED BY '{s}';", "SET PASSWORD FOR 'b'@'%' = PASSWORD('{s}');",
        "ALTER USER 'a'@'%' IDENTIFIED WITH mysql_native_password BY '{s}'")),
    "set by a program": Shape(random_token, (
        "aws configure set aws_secret_access_key {s}", "gh secret set API_KEY --body {s}",
        'gh secret set TOKEN -b "{s}"', "npm config set //registry.example/:_authToken {s}",
        "ngrok config add-authtoken {s}", "cargo login {s}", "poetry config pypi-token.pypi {s}",
        "aws ssm put-parameter --name /a --type SecureString --value {s}",
        "wrangler secret put API_TOKEN <<< {s}", "git config --global github.token {s}")),
    "headers": Shape(random_token, (
        "Authorization: SSWS {s}", "Authorization: token {s}", "Authorization: Token token={s}",
        "curl -H 'Authorization: ApiKey {s}' https://{h}", "Authorization: {s}")),
    "cookies": Shape(random_token, (
        "Cookie: theme=dark; sessionid={s}", "Set-Cookie: PHPSESSID={s}; path=/",
        "curl -b 'session={s}' https://{h}", 'curl --cookie "auth_token={s}" https://{h}')),
    "addresses": Shape(random_token, (
        "git push https://{s}@github.com/a/b.git", "https://{h}/v1/x?access_token={s}&b=2",
        "wss://{h}/ws?token={s}")),
    "signed address": Shape(lambda r: some(r, HEX, 64), (
        "https://b.s3.amazonaws.com/k?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Signature={s}",)),
    "flow address": Shape(lambda r: some(r, ALNUM, 42) + "7", (
        "https://p.logic.azure.com/workflows/x/invoke?sp=%2Frun&sv=1.0&sig={s}",)),
    "zapier": Shape(lambda r: f"{some(r, string.digits, 7)}/{some(r, LOWER, 7)}", (
        "https://hooks.zapier.com/hooks/catch/{s}/",)),
    "connection strings": Shape(in_url, (
        "Server=db;Database=x;Uid=app;Pwd={s};", "Server=tcp:s.example,1433;User ID=a;Password={s};",
        "jdbc:mysql://{h}:3306/db?user=a&password={s}&useSSL=true",
        'psql "host={h} user=a password={s} dbname=x"')),
    "pairs": Shape(typed, (
        '{{"name": "DB_PASSWORD", "value": "{s}"}}', '{{"key":"password","value":"{s}"}}',
        '{{"ParameterKey":"DBPassword","ParameterValue":"{s}"}}', '{{"password": ["{s}"]}}',
        "- name: DB_PASSWORD\n  value: {s}"), is_file=True),
    "files": Shape(typed, (
        "localhost:5432:app:bob:{s}", "*:*:*:bob:{s}", "machine {h}\n  login bob\n  password {s}\n",
        "[db]\nbind_pw = {s}\n", "adminPassword: {s}", "ADMIN_PASSWORD={s}", "CACHE_PASSWORD: {s}",
        "hibernate.connection.password {s}", '<entry key="db.password">{s}</entry>',
        "ENV DB_PASSWORD {s}", "requirepass {s}"), is_file=True),
    "docker config": Shape(encoded, (
        '{{"auths": {{"https://{h}/v1/": {{"auth": "{s}"}}}}}}', "//npm.example/:_auth={s}",
        "_auth = {s}"), is_file=True),
    "code": Shape(typed, (
        "auth=('bob', '{s}')", "HTTPBasicAuth('bob', '{s}')", '.password("{s}")',
        'setPassword("{s}")', "process.env.DB_PASSWORD || '{s}'", 'new NetworkCredential("b", "{s}")',
        '$password = ConvertTo-SecureString "{s}" -AsPlainText', '@Value("${{db.password:{s}}}")')),
    "prose": Shape(typed, (
        "Password for root: {s}", "log in with password {s}", "pw: {s}", "| password | {s} |",
        "credentials: bob / {s}", "Passwort: {s}", "la passe : {s}", "the admin password is {s}")),
    "names": named(random_token, "NEXTAUTH_SECRET", "TYPESENSE_API_KEY", "HASHICORP_TOKEN",
                   "PROFILE_SECRET", "GITHUB_PAT", "ID_TOKEN", "AES_KEY"),
    "bytes by name": named(lambda r: b64(r, 32), "JWT_SECRET", "ENCRYPTION_KEY"),
    "django": Shape(lambda r: some(r, LOWER + "!@#%^&*(-_=+)", 40) + "4#a&7!x", (
        "SECRET_KEY = '{s}'", 'SECRET_KEY="{s}"'), is_file=True),
    "escaped quote": Shape(lambda r: f'{typed(r)}\\"{some(r, ALNUM, 8)}9', (
        'password = "{s}"', '"db_password": "{s}",', 'export DB_PASSWORD="{s}"'), is_file=True),
    "escaped single quote": Shape(lambda r: f"{typed(r)}\\'{some(r, ALNUM, 8)}9", (
        "password = '{s}'", "define('DB_PASSWORD', '{s}');"), is_file=True),
    "doubled quote": Shape(lambda r: f"{typed(r)}''{some(r, ALNUM, 8)}9", (
        "password: '{s}'", "CREATE USER a WITH PASSWORD '{s}'"), is_file=True),
    "signs in quotes": Shape(lambda r: f"{some(r, ALNUM, 5)}{r.choice(',;&|<>()[@:#$')}x{typed(r)}", (
        'password = "{s}"', "DB_PASSWORD='{s}'"), is_file=True),
    "strings in strings": Shape(lambda r: f"{some(r, ALNUM, 14)}d9", (
        '"{{\\\\\\"password\\\\\\": \\\\\\"{s}\\\\\\"}}"', "{{\\u0022password\\u0022:\\u0022{s}\\u0022}}",
        "{{&quot;password&quot;:&quot;{s}&quot;}}"), is_file=True),
    "ssh2 key": Shape(body, (
        f"---- BEGIN SSH2 ENCRYPTED {_KEY} ----\nComment: x\n{{s}}\n---- END SSH2 ENCRYPTED {_KEY} ----",
    ), is_file=True),
    "key in a cluster": Shape(lambda r: base64.b64encode(
        f"-----BEGIN RSA {_KEY}-----\n{body(r)}\n-----END".encode()).decode(), (
        "    client-key-data: {s}\n", '"x": "{s}"'), is_file=True),
    "long value": Shape(lambda r: b64(r, 900), ("client-key-data: {s}\n",), is_file=True),
    "web key": Shape(lambda r: some(r, URL64, 43), (
        '{{"kty":"EC","crv":"P-256","x":"aaaa","y":"bbbb","d":"{s}"}}',
        '{{"kty":"oct","alg":"HS256","k":"{s}"}}'), is_file=True),
    "voyage": token("pa-", ALNUM, 43), "jina": token("jina_", HEX, 60),
    "firecrawl": token("fc-", HEX, 32), "e2b": token("e2b_", HEX, 40),
    "runpod": token("rpa_", UPPER, 44), "posthog": token("phx_", ALNUM, 43),
    "nostr": token("nsec1", "023456789acdefghjklmnpqrstuvwxyz", 58),
    "facebook graph": token("EAAZ", ALNUM, 160), "dropbox": token("sl.u.", ALNUM, 140),
    "bedrock": token("ABSKQmVkcm9ja0FQSUtleS", ALNUM, 110),
    "clickup": Shape(lambda r: f"pk_{some(r, '123456789', 8)}_{some(r, UPPER, 32)}", ("use {s} now",)),
    "asana": Shape(lambda r: some(r, HEX, 32), ("use 1/1203459987601234:{s} now",)),
    "salesforce": Shape(lambda r: some(r, ALNUM + "._", 94) + "a", ("00DaB3dE5gH7iK9!{s}",)),
    "azure devops": Shape(lambda r: f"{some(r, ALNUM, 76)}AZDO{some(r, ALNUM, 4)}", ("use {s} now",)),
    "azure function": Shape(lambda r: f"{some(r, ALNUM, 44)}AzFu{some(r, ALNUM, 6)}==", (
        "https://f.azurewebsites.net/api/run?code={s}",)),
    "azure service": Shape(lambda r: f"{some(r, ALNUM, 52)}JQQJ99{some(r, ALNUM, 26)}", ("k: {s}",)),
    "vercel blob": Shape(
        lambda r: f"vercel_blob_rw_{some(r, ALNUM, 16)}_{some(r, ALNUM, 30)}", ("use {s} now",)),
    "one-time": Shape(lambda r: some(r, BASE32, 30) + "A7", (
        "oathtool --totp -b {s}", "otpauth://totp/A:b?secret={s}&issuer=A")),
}  # fmt: skip
"""The families."""


def placed_more(rng: Random, each: int) -> Iterator[Placed]:
    """Give ``each`` secrets of every family, in all texts and contexts in turn."""
    for family, shape in SHAPES.items():
        for number in range(each):
            yield _placed(rng, family, shape, number)


def _placed(rng: Random, family: str, shape: Shape, number: int) -> Placed:
    secret = shape.make(rng)
    host = f"{some(rng, LOWER, 6)}.internal"
    words = {"s": "\0", "u": some(rng, string.ascii_lowercase, 5), "h": host, "i": uuid(rng)}
    text = shape.texts[number % len(shape.texts)].format(**words)
    if shape.is_file:
        return Placed(family, "file", text.replace("\0", secret), secret)
    context = list(_WRAPS)[number // len(shape.texts) % len(_WRAPS)]
    if context == "json":
        secret = json.dumps(secret)[1:-1]
        text = json.dumps({"command": text}).replace("\\u0000", "\0")
    else:
        text = rng.choice(_WRAPS[context]).format(text)
    return Placed(family, context, text.replace("\0", secret), secret)
