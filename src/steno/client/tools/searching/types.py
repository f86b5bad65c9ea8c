"""Kinds of files by the names that ripgrep gives them; the usual ones."""

from __future__ import annotations

from typing import Final

_KINDS: Final = r"""
ada *.adb *.ads
asm *.asm *.s *.S
awk *.awk
bazel *.bazel *.bzl BUILD WORKSPACE
c *.[chH] *.[chH].in *.cats
clojure *.clj *.cljc *.cljs *.cljx
cmake *.cmake CMakeLists.txt
coffeescript *.coffee
cpp *.[ChH] *.cc *.[ch]pp *.[ch]xx *.hh *.inl *.[ChH].in *.cc.in *.[ch]pp.in *.[ch]xx.in *.hh.in
cs *.cs
csharp *.cs
css *.css *.scss
csv *.csv
cuda *.cu *.cuh
dart *.dart
diff *.patch *.diff
docker *Dockerfile*
elixir *.ex *.eex *.exs *.heex *.leex *.livemd
elm *.elm
erlang *.erl *.hrl
fortran *.f *.F *.f77 *.F77 *.pfo *.f90 *.F90 *.f95 *.F95
fsharp *.fs *.fsx *.fsi
go *.go
gradle *.gradle *.gradle.kts gradle.properties gradle-wrapper.* gradlew gradlew.bat
graphql *.graphql *.graphqls
groovy *.groovy *.gradle
h *.h *.hh *.hpp
haskell *.hs *.lhs *.cpphs *.c2hs *.hsc
html *.htm *.html *.ejs
ini *.ini
java *.java *.jsp *.jspx *.properties
js *.js *.jsx *.vue *.cjs *.mjs
json *.json composer.lock *.sarif
jsonl *.jsonl
julia *.jl
jupyter *.ipynb *.jpynb
kotlin *.kt *.kts
less *.less
log *.log
lua *.lua
make [Gg][Nn][Uu]makefile [Mm]akefile [Gg][Nn][Uu]makefile.am [Mm]akefile.am \
[Gg][Nn][Uu]makefile.in [Mm]akefile.in *.mk *.mak
markdown *.markdown *.md *.mdown *.mdwn *.mkd *.mkdn *.mdx
md *.markdown *.md *.mdown *.mdwn *.mkd *.mkdn *.mdx
nim *.nim *.nimf *.nimble *.nims
nix *.nix
objc *.h *.m
ocaml *.ml *.mli *.mll *.mly
org *.org *.org_archive
perl *.perl *.pl *.PL *.plh *.plx *.pm *.t
php *.php *.php3 *.php4 *.php5 *.php7 *.php8 *.pht *.phtml
protobuf *.proto
ps *.cdxml *.ps1 *.ps1xml *.psd1 *.psm1
puppet *.epp *.erb *.pp *.rb
py *.py *.pyi
python *.py *.pyi
r *.R *.r *.Rmd *.rmd *.Rnw *.rnw
rst *.rst
ruby *.gemspec *.rb *.rbw *.rake *.ru Gemfile Rakefile config.ru .irbrc
rust *.rs
sass *.sass *.scss
scala *.scala *.sbt
sh *.bash *.bashrc *.csh *.cshrc *.ksh *.kshrc *.sh *.tcsh *.zsh .bash_login .bash_logout \
.bash_profile .bashrc .cshrc .kshrc .login .logout .profile .tcshrc .zlogin .zlogout \
.zprofile .zshenv .zshrc bash_login bash_logout bash_profile bashrc profile zlogin zlogout \
zprofile zshenv zshrc
sql *.sql *.psql
svelte *.svelte *.svelte.ts
svg *.svg
swift *.swift
tcl *.tcl
terraform *.terraform.lock.hcl *.terraformrc *.tf *.tf.json *.tfrc *.tfvars terraform.rc
tex *.tex *.ltx *.cls *.sty *.bib *.dtx *.ins
tf *.terraform.lock.hcl *.terraformrc *.tf *.tf.json *.tfrc *.tfvars terraform.rc
toml *.toml Cargo.lock
ts *.ts *.tsx *.cts *.mts
txt *.txt
typescript *.ts *.tsx *.cts *.mts
vb *.vb
vim *.vim .vimrc .gvimrc vimrc gvimrc _vimrc _gvimrc
vue *.vue
xml *.xml *.dtd *.rng *.sch *.xhtml *.xjb *.xml.dist *.xsd *.xsl *.xslt
yaml *.yaml *.yml
zig *.zig
zsh *.zsh .zlogin .zlogout .zprofile .zshenv .zshrc zlogin zlogout zprofile zshenv zshrc
"""

_MADE: Final = _KINDS.replace("\\\n", " ").strip().split("\n")

GLOBS: Final = {line.split()[0]: tuple(line.split()[1:]) for line in _MADE}
