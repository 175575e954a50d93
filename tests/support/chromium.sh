#!/bin/sh
# Starts $CHROMIUM as it is asked to, but without two pages of its own address bar, which each new
# window loads: they take longer than the page under test. Of several lists of features Chromium reads
# the last alone, so these join the one that is there.
for argument do
  shift
  case $argument in
    --disable-features=*) argument=$argument,WebUIOmniboxPopup,WebUIOmniboxAimPopup ;;
  esac
  set -- "$@" "$argument"
done
exec "$CHROMIUM" "$@"
