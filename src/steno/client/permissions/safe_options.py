"""By command that only looks, the options with which that is still so; others ask."""

from __future__ import annotations

from typing import Final

_GREP: Final = (
    "-EFGPivwxcloqsnHhbzyaITUurZ -e: -f@ -m: -A: -B: -C: -d: -D: -# --extended-regexp "
    "--fixed-strings --basic-regexp --perl-regexp --ignore-case --no-ignore-case --invert-match "
    "--word-regexp --line-regexp --count --color? --colour? --files-without-match "
    "--files-with-matches --only-matching --quiet --silent --no-messages --line-number "
    "--with-filename --no-filename --byte-offset --null --null-data --text --initial-tab "
    "--recursive --include: --exclude: --exclude-dir: --regexp: --file@ --max-count: "
    "--after-context: --before-context: --context: --line-buffered --binary-files: --label: -L"
)
_RG: Final = (
    "-FivwxcloqsSnNHIhaUPpu0b. -e: -f@ -m: -A: -B: -C: -g: -t: -T: -r: -j: -M: -d: -E: "
    "--regexp: --file@ --fixed-strings --ignore-case --case-sensitive --smart-case "
    "--invert-match --word-regexp --line-regexp --count --count-matches --color: --colors: "
    "--files --files-with-matches --files-without-match --only-matching --quiet --no-messages "
    "--line-number --no-line-number --with-filename --no-filename --heading --no-heading "
    "--hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot "
    "--unrestricted --glob: --iglob: --type: --type-not: --type-list --type-add: --replace: "
    "--max-count: --max-depth: --max-columns: --max-filesize: --max-columns-preview "
    "--after-context: --before-context: --context: --multiline --multiline-dotall --pcre2 "
    "--pretty --text --binary --null --null-data --sort: --sortr: --stats --threads: --trim "
    "--vimgrep --json --column --no-column --byte-offset --passthru --passthrough --version "
    "--context-separator: --one-file-system --encoding: --crlf --no-config --no-follow --no-pre"
)
_FD: Final = (
    "-HIusiaFgp0q1 -t: -e: -E: -d: -S: -c: -j: --hidden --no-ignore --no-ignore-vcs "
    "--unrestricted --case-sensitive --ignore-case --absolute-path --fixed-strings --glob "
    "--regex --full-path --print0 --quiet --type: --extension: --exclude: --max-depth: "
    "--min-depth: --exact-depth: --size: --color: --threads: --max-results: --prune "
    "--changed-within: --changed-before: --strip-cwd-prefix --one-file-system --no-follow "
    "--version"
)
_SUM: Final = "-btz --binary --text --tag --zero"

SAFE: Final = {
    "ls": "-aAbBcCdfFgGhiklmnNopqQrRsStuUvxXZ1 -w: -T: -I: --all --almost-all --author --escape "
    "--block-size: --ignore-backups --color? --colour? --directory --classify? --file-type "
    "--format: --full-time --group-directories-first --no-group --human-readable --si --hide: "
    "--indicator-style: --inode --ignore: --kibibytes --literal --numeric-uid-gid "
    "--hide-control-chars --show-control-chars --quote-name --quoting-style: --reverse "
    "--recursive --size --sort: --time: --time-style: --width: --zero --version --help",
    "cat": "-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank "
    "--show-tabs --show-nonprinting --version --help",
    "head": "-qvz -n: -c: -# --lines: --bytes: --quiet --silent --verbose --zero-terminated",
    "tail": "-qvzfFr -n: -c: -s: -# --lines: --bytes: --quiet --silent --verbose --follow? "
    "--retry --pid: --sleep-interval: --zero-terminated",
    "nl": "-p -b: -d: -f: -h: -i: -l: -n: -s: -v: -w: --body-numbering: --number-format: "
    "--number-width: --number-separator: --starting-line-number:",
    "tac": "-br -s: --before --regex --separator:",
    "rev": "",
    "cut": "-nsz -b: -c: -d: -f: --bytes: --characters: --delimiter: --fields: --complement "
    "--only-delimited --output-delimiter: --zero-terminated",
    "tr": "-cCdst --complement --delete --squeeze-repeats --truncate-set1",
    "fold": "-bs -w: -# --bytes --spaces --width:",
    "expand": "-i -t: -# --initial --tabs:",
    "unexpand": "-a -t: -# --all --first-only --tabs:",
    "fmt": "-cstu -w: -g: -p: -# --crown-margin --split-only --uniform-spacing --width: --goal:",
    "paste": "-sz -d: --serial --delimiters: --zero-terminated",
    "comm": "-123z --check-order --nocheck-order --output-delimiter: --total --zero-terminated",
    "cmp": "-bls -i: -n: --print-bytes --ignore-initial: --verbose --bytes: --quiet --silent",
    "diff": "-abBcdeEinpqsTtuwyZ -U: -C: -W: -F: -I: -L: -# --brief --report-identical-files "
    "--context? --unified? --ed --normal --rcs --side-by-side --width: --left-column "
    "--suppress-common-lines --show-c-function --show-function-line: --label: --expand-tabs "
    "--initial-tab --tabsize: --ignore-case --ignore-tab-expansion --ignore-trailing-space "
    "--ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines: "
    "--text --strip-trailing-cr --minimal --speed-large-files --color? --line-format: --ifdef: "
    "--old-line-format: --new-line-format: --unchanged-line-format:",
    "stat": "-LtfxlnqrsF -c: --dereference --file-system --format: --printf: --terse",
    "df": "-ahHiklmPTv -B: -t: -x: --all --block-size: --human-readable --si --inodes --local "
    "--no-sync --output? --portability --print-type --total --type: --exclude-type:",
    "od": "-abcdfiloxsvhHOBDI -A: -j: -N: -S? -t: -w? --address-radix: --skip-bytes: "
    "--read-bytes: --format: --output-duplicates --width? --endian: --strings?",
    "hexdump": "-bcCdovxX -e: -n: -s: --canonical --length: --skip: --no-squeezing",
    "strings": "-adfow -n: -t: -e: -s: -# --all --data --print-file-name --bytes: --radix: "
    "--encoding: --include-all-whitespace --output-separator:",
    "basename": "-az -s: --multiple --suffix: --zero",
    "dirname": "-z --zero",
    "seq": "-w -f: -s: -t: -# --format: --separator: --equal-width",
    "readlink": "-efmnqsvz --canonicalize --canonicalize-existing --canonicalize-missing "
    "--no-newline --quiet --silent --verbose --zero",
    "realpath": "-emLPqsz --canonicalize-existing --canonicalize-missing --logical --physical "
    "--quiet --strip --no-symlinks --zero --relative-to: --relative-base:",
    "true": "",
    "false": "",
    ":": "",
    "pwd": "-LP --logical --physical",
    "whoami": "",
    "id": "-agGnruzZ --user --group --groups --name --real --zero --context",
    "uname": "-asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version "
    "--machine --processor --hardware-platform --operating-system",
    "uptime": "-psV --pretty --since",
    "free": "-bkmghtlvw -s: -c: --bytes --kibi --mebi --gibi --human --total --lohi --wide --si",
    "nproc": "--all --ignore:",
    "groups": "",
    "locale": "-amcVk --all-locales --charmaps --category-name --keyword-name",
    "cal": "-13sjywYhN -A: -B: -n: -d: -m:",
    "numfmt": "-z -d: --debug --delimiter: --field: --format: --from: --from-unit: --grouping "
    "--header? --invalid: --padding: --round: --suffix: --to: --to-unit:",
    "tsort": "",
    "pr": "-acdfFmtTJ -h: -l: -w: -W: -o: -N: -D: -e? -i? -n? -s? -S? -# --columns: --across "
    "--double-space --header: --length: --merge --omit-header --width: --indent:",
    "column": "-tnxeJL -s: -o: -c: -N: -R: -T: -H: -O: -E: -W: --table --separator: "
    "--output-separator: --output-width: --columns: --json --table-columns: --table-right: "
    "--table-truncate: --table-hide: --table-order: --table-wrap: --fillrows",
    "sleep": "",
    "which": "-as --all",
    "type": "-afptP",
    "help": "-dms",
    "pgrep": "-acfilLnovwxq -u: -U: -P: -g: -G: -s: -t: -d: --list-name --list-full --full "
    "--exact --newest --oldest --count --delimiter: --parent: --euid: --uid: --ignore-case",
    "netstat": "-abcefgilnoprstuvwxW46 --all --tcp --udp --listening --numeric --programs "
    "--route --interfaces --statistics --verbose --wide --extend --unix",
    "grep": _GREP,
    "egrep": _GREP,
    "fgrep": _GREP,
    "rg": _RG,
    "fd": _FD,
    "fdfind": _FD,
    "wc": "-clmLw --bytes --chars --lines --max-line-length --words --total:",
    "du": "-0abchklmsSxAgnP -B: -d: -t: --null --all --apparent-size --block-size: --bytes "
    "--total --max-depth: --human-readable --inodes --no-dereference --separate-dirs --si "
    "--summarize --threshold: --time? --time-style: --exclude: --one-file-system",
    "sort": "-bdfgiMhnRrVcCmsuz -k: -t: -S: --ignore-leading-blanks --dictionary-order "
    "--ignore-case --general-numeric-sort --ignore-nonprinting --month-sort "
    "--human-numeric-sort --numeric-sort --random-sort --reverse --sort: --version-sort "
    "--check? --debug --key: --merge --stable --buffer-size: --field-separator: --parallel: "
    "--unique --zero-terminated",
    "file": "-bikhprNsELv0 -e: -F: -P: --brief --mime --mime-type --mime-encoding --keep-going "
    "--no-dereference --no-pad --raw --separator: --print0 --extension --exclude: --version",
    "tree": "-adfinpqstuvDFghACQNJXUrcSx -L: -I: -P: --noreport --dirsfirst --filesfirst "
    "--filelimit? --prune --gitignore --si --du --sort? --matchdirs --ignore-case "
    "--inodes --device --charset? --timefmt: --version",
    "jq": "-cnrRsSejaMC --arg: --argjson: --args --jsonargs --compact-output --null-input "
    "--raw-input --raw-output --raw-output0 --join-output --slurp --sort-keys --exit-status "
    "--ascii-output --monochrome-output --color-output --tab --indent: --unbuffered --stream "
    "--stream-errors --seq --version",
    "md5sum": _SUM,
    "sha1sum": _SUM,
    "sha256sum": _SUM,
    "sha512sum": _SUM,
    "base64": "-diD -w: -b: --decode --ignore-garbage --wrap: --break:",
    "man": "-afkhwWV -s: -S: --all --whatis --apropos --where --path --sections: --version",
    "ss": "-anltuxwp46eimosrOHZz0dSbTV -f: -A: --all --numeric --listening --tcp --udp --unix "
    "--raw --processes --extended --info --memory --options --summary --ipv4 --ipv6 "
    "--resolve --oneline --no-header --family: --query:",
    "date": "-uR -I? -d: --utc --universal --date: --iso-8601? --rfc-3339: --rfc-email",
    "ps": "-aAdefFHjlLmMPTwxyZc -o: -O: -p: -C: -u: -U: -t: -g: -G: -q: --sort: --pid: --ppid: "
    "--user: --no-headers --headers --forest --width:",
}
