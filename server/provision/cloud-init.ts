/** The first-boot instructions of a virtual machine, in cloud-init's format, of which JSON is a part. */
import type { MachineOrder } from "./provider.ts";

/** The path of the worker client on the platform; a machine downloads it with its key. */
export const MACHINE_CLIENT_PATH = "/static/media/understudy-worker-linux-x64.zip";
const CLIENT_FOLDER = "/opt/understudy";
/** The machine switches itself off so long after its limit, in case nobody is left to delete it. */
const SWITCH_OFF_EXTRA_MINUTES = 30;

/** A word of a POSIX shell that means this text, whatever it contains. */
const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Installs and runs the worker client. Whatever happens, the machine switches itself off: the platform then finds it ended and
 * deletes it. The archive holds its own Node and keeps no file modes when Python unpacks it.
 */
const START_SCRIPT = `#!/bin/sh
trap 'shutdown -h now' EXIT
set -eu
cd ${CLIENT_FOLDER}
set -a
. ./environment
set +a
shutdown -h "+$UNDERSTUDY_SWITCH_OFF_MINUTES"
curl --fail --silent --show-error --location --retry 60 --retry-delay 5 --retry-all-errors \\
  --header @header --output client.zip "$UNDERSTUDY_SERVER${MACHINE_CLIENT_PATH}"
rm header
python3 -m zipfile -e client.zip .
chmod 0700 understudy-worker/runtime/node
HOME=${CLIENT_FOLDER} understudy-worker/runtime/node understudy-worker/understudy-worker.mjs
`;

/** @param maxHours the hours after which the platform deletes the machine */
export function writeCloudInit({ name, serverUrl, key }: MachineOrder, maxHours: number): string {
  const settings = {
    UNDERSTUDY_SERVER: serverUrl,
    UNDERSTUDY_KEY: key,
    UNDERSTUDY_NAME: name,
    UNDERSTUDY_ROLE: "Training",
    UNDERSTUDY_SWITCH_OFF_MINUTES: String(maxHours * 60 + SWITCH_OFF_EXTRA_MINUTES),
  };
  const environment = Object.entries(settings).map(([variable, text]) => `${variable}=${quote(text)}\n`);
  const files = [
    { path: `${CLIENT_FOLDER}/environment`, permissions: "0600", content: environment.join("") },
    { path: `${CLIENT_FOLDER}/header`, permissions: "0600", content: `Authorization: Bearer ${key}\n` },
    { path: `${CLIENT_FOLDER}/train.sh`, permissions: "0700", content: START_SCRIPT },
  ];
  return `#cloud-config\n${JSON.stringify({ write_files: files, runcmd: [[`${CLIENT_FOLDER}/train.sh`]] }, null, 1)}\n`;
}
