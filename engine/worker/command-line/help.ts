export const HELP = `Runs simulations of an Understudy platform on this machine, and trains emulators on it.

  understudy-worker --server URL --key KEY [options]

  --server URL        the platform, as you type it into a browser
  --key KEY           your worker client key, from Resources, Add Resource
  --name NAME         what the platform calls this server (default: the machine's name)
  --role ROLE         Simulations, Training or All (default: All)
  --concurrency N     simulations at a time (default: one for each core); of trainings it is one
  --tool NAME=PATH    where a program lies that is not on PATH; may be given again
  --pass NAME         an environment variable that simulations may see, as that of a
                      licence server; may be given again. They see nothing else of yours.
  --only FINGERPRINT  the only spec that is simulated here, whatever jobs ask for; may be given again
  --stop-after N      seconds that simulations may go on once the client is to stop (default: 60)
  --folder PATH       where it keeps its files (default: in .understudy-worker in your home)
  --config FILE       the same settings as JSON: {"server": ..., "key": ..., "tools": {...}}
  --check             only try the connection and look for the programs that specs need
  --verbose           tell of every simulation
  --version, --help

Each may be set by the environment instead, as UNDERSTUDY_SERVER and UNDERSTUDY_KEY (best for the key:
a command line can be read by everybody on the machine). UNDERSTUDY_TOOLS and UNDERSTUDY_PASS are lists
parted by commas. The command line counts more than the environment, and that more than the file.

Ctrl-C once: no new work, what runs may finish, a training is given back with what it has learnt.
Twice: everything ends now. Nothing is lost either way.
`;
