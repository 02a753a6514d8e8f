export const HELP = `Runs simulations of an Understudy platform on this machine, and trains emulators on it.

  understudy-worker --server URL --key KEY [options]

  --server URL        address of the platform, as in a browser
  --key KEY           your worker client key, from Resources, Add Resource
  --name NAME         name of this server on the platform (default: the machine's name)
  --role ROLE         Simulations, Training or All (default: All)
  --concurrency N     simulations at a time (default: one per core); trainings run one at a time
  --tool NAME=PATH    path of a program that is not on PATH; repeatable
  --pass NAME         environment variable to pass to simulations, such as a licence server's
                      address; repeatable. They see nothing else of your environment.
  --only FINGERPRINT  simulate only this spec, whatever jobs request; repeatable. "--only ngspice":
                      only specs that run ngspice on their own files, and nothing else
  --stop-after N      seconds that simulations get to finish when the client stops (default: 60)
  --gpu auto|off      auto (default): networks train on the GPU where it is faster; off: never
  --folder PATH       where to keep files (default: .understudy-worker in your home directory)
  --config FILE       the same settings as JSON: {"server": ..., "key": ..., "tools": {...}}
  --executor NAME     where simulations run: local, this machine (default), or slurm, gridengine,
                      lsf or kubernetes, the tasks of a cluster that this machine submits to.
                      For a cluster:
    --concurrency N     simulations that wait or run in the cluster at a time (default: 100)
    --queue NAME        partition, queue or namespace (default: the cluster's)
    --account NAME      account, project or service account of the tasks
    --time MINUTES      limit of a task (default: the time limit of its simulations and 5 minutes)
    --memory MB         memory of a task (default: the memory limit of the spec and 256 MB)
    --licence NAME[:N]  licences that a task takes; repeatable
    --per-task N        simulations in one task (default: as many as take about a minute)
    --poll SECONDS      between two looks at the queue (default: 10)
    --submit-option=X   option for the cluster's submit command; repeatable
    --image IMAGE       kubernetes: container image of the tasks
    --volume-claim CLAIM:/PATH  kubernetes: claim of the volume that holds the client and its folder,
                        and the path where this machine and the tasks see it
  --check             test the connection and look for the programs that specs need, then exit
  --verbose           log every simulation
  --version, --help

Every setting can also come from the environment, as in UNDERSTUDY_SERVER and UNDERSTUDY_KEY. Keep the
key there: every user of the machine can read command lines. UNDERSTUDY_TOOLS and UNDERSTUDY_PASS are
comma-separated lists. The command line overrides the environment, which overrides the file.

Ctrl-C once: no new work starts, running simulations can finish, a training is returned with its
progress. Ctrl-C twice: everything stops at once. Nothing is lost either way.
`;
