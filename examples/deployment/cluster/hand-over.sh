#!/bin/sh
# Makes another node the primary when the disk of this one is nearly full: PostgreSQL does not stop for that by itself, it only
# refuses what needs more room. Runs beside Patroni on each node, with its environment:  hand-over.sh NAME ADDRESS FOLDER [MEGABYTES]
name=$1 address=$2 folder=$3 least=${4:-500}
while sleep 2; do
  free=$(df --output=avail -m "$folder" | tail -1)
  [ "$free" -ge "$least" ] && continue
  curl -fs -o /dev/null "http://$address:8008/primary" || continue
  echo "$(date -Is) $free MB are free in $folder: handing over"
  # Not as an argument, which every process of the machine can see.
  echo "user = \"$PATRONI_RESTAPI_USERNAME:$PATRONI_RESTAPI_PASSWORD\"" |
    curl -s -K - -H 'content-type: application/json' -d "{\"leader\":\"$name\"}" "http://$address:8008/switchover"
  echo
done
