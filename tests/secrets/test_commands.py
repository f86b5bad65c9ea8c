"""Secrets that programs are given: only of the programs, and only where their flag says so."""

from __future__ import annotations

import pytest

from steno.secrets.commands import find_commands

WORD = "hunt3r-9x"
LONG = "aB3dE5gH7iJ9kL1mN3oP5qR7"


def found(text: str) -> list[str]:
    """Give what is found in a text."""
    return [text[hit.start : hit.end] for hit in find_commands(text, text.lower().encode())]


@pytest.mark.parametrize(
    "text",
    [
        "mysql -u root -p{0} db", "mysqldump -p'{0}' x", 'x | mariadb -p"{0}"',
        "docker exec -it -u 0 db mysql -p{0}", "sshpass -p {0} ssh x", "redis-cli -a {0}",
        "docker login -u b -p {0}", "ldapsearch -x -w {0}", "sqlcmd -U sa -P {0}", "7z a -p{0} x",
        "curl -sSLu bob:{0} h", "curl --user=bob:{0} h", "http -a bob:{0} h", "lftp -u bob,{0} h",
        "smbclient //h/s -U bob%{0}", "openssl enc -k {0}", "htpasswd -bc f bob {0}",
        "-mysql -p{0}", "x\n+mysql -p{0}", "x\\nmysql -p{0}", '"mysql -p\\"{0}\\" x"',
        "echo {0} | sudo -S ls", "echo 'bob:{0}' | chpasswd", "net use Z: //h/s {0} /user:b",
        "sqlplus bob/{0}@ORCL", "IDENTIFIED BY '{0}'", "rabbitmqctl add_user bob {0}",
        "xfreerdp /p:{0} /v",
    ],
)  # fmt: skip
def test_password_is_found(text: str) -> None:
    """In its quotes, attached or apart, in a diff, behind an escape."""
    assert found(text.format(WORD)) == [WORD]


@pytest.mark.parametrize(
    "text",
    [
        "gh secret set A --body {0}", "gh secret set A -b {0}", "doctl auth init -t {0}",
        "netlify deploy --auth {0}", "cargo login {0}", "-Dsonar.login={0}", "oathtool -b {0}",
        "aws ssm put-parameter --value {0}", "curl -b session={0} h", "Cookie: a=1; sid={0}",
    ],
)  # fmt: skip
def test_token_is_found(text: str) -> None:
    """What is no password has to be chosen by chance."""
    assert found(text.format(LONG)) == [LONG]


@pytest.mark.parametrize(
    "text",
    [
        "ssh -p hunt3r-9x", "mkdir -p src/v2/x9", "mysql -p db9name1", "mysql -uroot -p$PASS9x",
        "mysql -u a; ls -phunt3r-9x", "docker run -p 8080:80", "grep -a hunt3r-9x",
        "redis-cli -a $P", "docker run -u 1000:1000", "echo hunt3r-9x | tee f",
        "login page-number-9",
        "unzip -p a9.zip f", "mysql\nls -phunt3r-9x", "cookie: a=1; theme=aB3dE5gH7iJ9kL1mN3oP5qR7",
        "netuse x hunt3r-9x",
    ],
)  # fmt: skip
def test_flags_of_others_mean_something_else(text: str) -> None:
    """Ports, paths, names of databases; and flags of another command on the line."""
    assert found(text) == []
