/** Texts of jobs, the servers that they run on, and their exports. */
export const JOB_MESSAGES = {
  simulationsInUse: "Simulations can be deleted once they have finished and their job is idle.",
  jobHasMoved: (status: string) =>
    `The status of this job is now ${status}, so this action is not available.`,
  jobChangedMeanwhile: "Someone else has just changed this job. Please try again.",
  exportQueued: "Waiting for other exports",
  exportInterrupted:
    "The process that made this export ended each time it was tried. Choose fewer outputs, or leave out the bounds.",
  exportFailed: "The emulator could not be exported. Please try again.",
  exportTooLong: "The export took too long and was ended. Choose fewer outputs, or leave out the bounds.",
  exportTooLarge:
    "The export needs more memory than one export may have. Choose fewer outputs, or leave out the bounds.",
  exportNoSpace: "There is not enough disk space for an export.",
  exportWithoutRows: "You may download this emulator without training rows only.",
  exportNotFound: "There is no such export.",
  notYourExport: "Only the person who asked for this export, or who may change the job, may delete it.",
  tooManyExports: (max: number) =>
    `You already have ${max} exports in the making. Wait for one to finish, or cancel one.`,
  exportsDrained: "This server is about to restart and begins no exports. Please try again in a minute.",
  exportsTaken: "Too many exports are waiting. Please try again in a minute.",
  specChangedMeanwhile: "Someone else has created a newer version of this spec. Please open that version.",
  noSuchRow: (row: number) => `There is no row ${row} in this data set.`,
  noData: "The data of this job has not been read yet.",
  notFromSpec: "This job was not created from a spec.",
  specDeleted: "This spec has been deleted: no more jobs can be created from it",
  beginAtEmulator: "Create it from the Emulator page of a Training job to run it on that emulator.",
  emulatorOnly: (emulator: string) => `It runs on the emulator of ${emulator}: usually a few seconds.`,
  resourceOffline: (name: string) => `${name} is not connected`,
  resourceForSimulations: (name: string) => `${name} is for simulations only`,
  trainingServerOfCreator: (creator: string) => `Only servers of ${creator} can train this job`,
  resourceForTraining: (name: string) => `${name} is for training only`,
  noDemo: "This platform has no demo server.",
  demosTaken: (max: number) =>
    `${max} demo servers are already running for other people. Please try again later.`,
  demoFailed: (reason: string) => `The demo server could not be kept running. ${reason}`,
  demoDidNotConnect: "It did not connect.",
  demoEnded: "Its client ended repeatedly. The log of the platform says why.",
  scoreFileTooLarge: "The file is larger than 1 MB.",
  noOptimization: "This job is not an optimization.",
  noSampling: "This job is not a sampling.",
  noChain: "There is no chain yet.",
  noOutOfSpec: "This job does not look for designs out of spec.",
  noYield: "The yield is computed on an emulator, by a score function; this job has none.",
  noDistributions: "Inputs have distributions where designs out of spec are searched for.",
  noInputDistributions: "The inputs of this job have no distributions: it has no score function.",
  yieldTooLong: "The yield could not be computed in time. Please try again.",
  noProgram: "No program is known that computes these data.",
  noServerRunsSpec: "None of your connected servers runs this spec now.",
  demoNotChecked: "This one was not checked yet.",
  resourceConfined: (name: string, problem: string) =>
    `${name} runs only ngspice specs that stay within their own folder. ${problem}`,
  resourceForOtherSpecs: (name: string) => `${name} simulates only the spec that it was started for`,
  emulatorOfOtherSpec: (job: string) => `${job} was created from another spec`,
  emulatorNotRun:
    "A Single Run is simulated. What an emulator predicts for a design is shown on its Emulator page. Choose a server.",
  runsNoSimulations: "This job runs no simulations on servers now.",
  serversGone: (names: readonly string[], since: string) =>
    `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not connected (last seen: ${since}).`,
  serversWithdrawn: (names: readonly string[]) =>
    `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not shared any more.`,
  simulationsWaitForServers: "Simulations wait until a server of this job is connected.",
  otherServersGoOn: "The other servers of this job go on.",
  simulationsWaitFor: (count: number, gone: readonly string[], withdrawn: readonly string[]) => {
    const reasons = [
      ...(gone.length === 0 ? [] : [`${gone.join(", ")} ${gone.length === 1 ? "is" : "are"} not connected`]),
      ...(withdrawn.length === 0
        ? []
        : [`${withdrawn.join(", ")} ${withdrawn.length === 1 ? "is" : "are"} not shared any more`]),
    ];
    return `${count} ${count === 1 ? "simulation waits" : "simulations wait"}: ${reasons.join(", and ")}.`;
  },
  trainsLaterOnly: "Only a Training job whose simulations are not done yet can be told to train later.",
  trainingConfigFixed: "This cannot be changed during training or after the job is complete.",
  dataOptionsFixed:
    "These options apply when the files are read. They can be changed only after reading has failed.",
  curvesOfOtherLength: (x: string, y: string) =>
    `${x} and ${y} do not have the same number of values in each row`,
  countingTooLong: "The rows could not be counted in time. Please try again.",
  workerKeyReplaced: "This worker client key has been replaced by a new one.",
  workerKeyUnknown:
    "This worker client key is no longer valid. Copy the current one from Resources, Add Resource.",
  serverHeldBack: (failures: number) =>
    `It failed to run ${failures} simulations in a row and gets no more until its worker client is restarted.`,
  noMorePoints: (most: number) => `A job can keep ${most} points. Delete one first.`,
  pointNameTaken: "Another point has this name.",
  pointNotFound: "This point was deleted.",
  notYourPoint: "Only the creator of a point, the creator of its job, and admins can change it.",
  loadingPoints: "Error loading the points with names.",
  commentRequired: "Write a comment",
  commentTooLong: (most: number) => `A comment has at most ${most} characters.`,
  commentNotFound: "This comment was deleted.",
  threadNotFound: "The comment that you reply to was deleted.",
  notYourComment: "Only the author of a comment can edit it.",
  commentNotDeletable: "Only the author of a comment, the creator of the job, and admins can delete it.",
  threadNotYours: "Only full users, and who began it, can resolve a thread.",
  threadNotYoursToShare:
    "Only the full user who began it, the creator of the job, and admins can decide whether restricted users see it.",
  oneThreadChange: "Send either is_resolved or is_shown_to_restricted.",
  threadNotShareable:
    "Restricted users see comments on the emulator and on the job as a whole, and no others.",
  placeNotForYou: "You can comment on the emulator and on the job as a whole.",
  commentChangedMeanwhile: "This comment has been edited meanwhile. Your text was not saved.",
  commentKeyUsed: "Another comment was sent with the same key.",
  noMoreComments: (most: number) => `A job can have ${most} comments. Delete some first.`,
  tooManyComments: "You have written many comments in a short time. Please wait a minute and try again.",
  cannotMention: (names: readonly string[]) =>
    `${names.join(", ")} cannot see this comment and can therefore not be mentioned.`,
  cannotNotify: (names: readonly string[]) =>
    `${names.join(", ")} cannot be mentioned: restricted users get no notifications.`,
  nobodyToMention: "No such person can see this comment.",
  loadingComments: "Error loading the comments.",
  notesTooLong: (most: number) => `Notes have at most ${most} characters.`,
  notesFull: "These notes were changed too often to take another edit. Copy their text to a comment.",
  notesInvalid: "This is no edit of these notes.",
  notesNotSaved: (reason: string) => `Your last changes of the notes were not saved. ${reason}`,
  notesBehind: "This edit is based on text that is not stored. Load the notes again.",
  tooManyNoteEdits: "Too many edits of notes in a short time. They are sent again in a moment.",
  somebody: "Somebody",
  fieldChanged: (name: string, field: string, value: string) => `${name} changed ${field} to ${value}.`,
  fieldsChangedMeanwhile: "Fields were changed by others since you read them. Nothing was saved.",
  aboutChanged: (name: string, field: string, value: string) =>
    `${name} changed the ${field} to ${value} meanwhile. Save again to replace it, or press Cancel to leave it.`,
  pointMoved: (name: string) => `${name} moved this point meanwhile. Move it again to replace that position.`,
  loadingNotes: "Error loading the notes.",
  draftNotFound: "This form is gone: its creator has deleted it, or nobody changed it for 30 days.",
  draftKeyTooLong: (most: number) => `The key of a field has at most ${most} characters`,
  draftTooLarge: "The form is too large to be filled in together.",
  draftOfOtherSpec: "This form belongs to another kind of job, or another version of the spec.",
  draftUsed: (name: string, id: number) => `${name} created job ${id} from this form.`,
  draftInUse: (name: string) => `${name} is creating the job from this form.`,
  noMoreDrafts: (most: number) =>
    `You have begun ${most} forms that are filled in together. Create their jobs or delete some first.`,
  notYourDraft: "Only the person who began this form and admins can delete it.",
  tooManyDraftChanges: "Too many changes of forms in a short time. Please wait a minute and try again.",
  creatingDraft: "Error beginning to fill in the form together.",
  deletingDraft: "Error deleting the form.",
  loadingDraft: "Error loading the form.",
  savingDraft: "Your last changes are not saved yet.",
  nobodyRuns: (servers: readonly string[]) =>
    servers.length === 1
      ? `${servers.join()} could not run 10 simulations in a row. Restart its worker client once it can, then retry.`
      : `None of ${servers.join(", ")} could run simulations: 10 in a row failed on each. Restart their worker clients once they can, then retry.`,
} as const;
