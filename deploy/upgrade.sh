#!/bin/sh
# Put a version into use while people play: sudo sh upgrade.sh /srv/ten-segments/1.0.1
# The folder has that version and its .venv. The folder of an earlier version goes back to it.
# ENVIRONMENT names another file of variables, SERVED_BY another user, RELOAD another command that starts the processes
# again, one after the other.
set -eu
version=$(cd "$1" && pwd)
home=$(dirname "$version")
user=${SERVED_BY:-ten-segments}

set -a
. "${ENVIRONMENT:-/etc/ten-segments.env}"
set +a

manage() {
    if [ "$(id -un)" = "$user" ]; then .venv/bin/python manage.py "$@"
    else runuser -u "$user" -- .venv/bin/python manage.py "$@"; fi
}

cd "$version"
# Before a page names them. The files of the versions before stay, so that their pages go on.
manage collectstatic --noinput --verbosity 0
# Only additions: processes of the version before serve on with them.
manage migrate --verbosity 0
# In one step, so that a process finds a version whenever it starts.
ln -sfn "$version" "$home/next"
mv -T "$home/next" "$home/current"
${RELOAD:-systemctl reload-or-restart ten-segments}
