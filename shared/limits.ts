/** The business constants of the product. Times in milliseconds, sizes in bytes, unless named otherwise. */
export const JOB_POLL_MS = 1_000;
export const HISTORY_POLL_MS = 10_000;
/** The graphs of a job are loaded this often while its simulations run. */
export const GRAPH_POLL_MS = 10_000;
export const RETRY_MS = 1_000;
export const BANNER_MESSAGE_MS = 5_000;

export const UPLOAD_CHUNK_BYTES = 10 * 1024 * 1024;
export const UPLOAD_RETRIES = 3;
export const ABANDONED_UPLOAD_MS = 24 * 60 * 60 * 1000;

export const DEFAULT_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 200;

/** Simulations that the address of a file names: with 15 digits each it has 8 kB, the most that common proxies pass on. */
export const MAX_NAMED_SIMULATIONS = 500;

/** Jobs, and specs, that the command palette shows at once. */
export const PALETTE_RESULTS = 6;

export const MIN_PLOT_POINTS = 1_000;
export const MAX_PLOT_POINTS = 2_000;
export const SLIDER_STEPS = 100;
export const SLIDER_PRECISION = 5;
export const SCALAR_PLOT_STEPS = 100;
/** The plots of pairs show so many parameters at once. */
export const MAX_PAIR_PLOT_PARAMETERS = 5;
export const SIGNIFICANT_FIGURES = 5;
export const DROPDOWN_MAX_HEIGHT_PX = 200;

export const MULTIPLIERS = [1e12, 1e9, 1e6, 1e3, 1, 1e-3, 1e-6, 1e-9, 1e-12] as const;

/** With fewer rows than this nothing can be trained and checked against others. */
export const MIN_DATA_ROWS = 4;
/** With fewer rows than this people are warned that predictions are hardly supported. */
export const FEW_DATA_ROWS = 10;
/** Values that mark failed runs, and rows by their numbers, that a job may leave out. */
export const MAX_FAILED_RUN_MARKS = 20;
export const MAX_LEFT_OUT_ROWS = 5_000;
/** A validation report stops collecting here. */
export const MAX_VALIDATION_ERRORS = 100;
export const MAX_SECTIONS = 2_000;
/** A numeric parameter with at most this many distinct values may be made discrete. */
export const DATA_DRIVEN_SELECT_PARAMETER_MAX_UNIQUE_VALUES = 20;
export const MAX_NAME_LENGTH = 200;
/** A column's name may be longer than the names in files, because duplicates are numbered. */
export const MAX_COLUMN_NAME_LENGTH = 2 * MAX_NAME_LENGTH;
export const MAX_DESCRIPTION_LENGTH = 10_000;
/** Inputs that an estimate of the yield may be asked for with a distribution of their own. */
export const MAX_YIELD_INPUTS = 1_000;
/** The settings of a job that is created from a spec version. */
export const JOB_CREATION = {
  maximumSimulations: { min: 16, max: 1_000_000, default: 100 },
  walkers: { min: 4, max: 1_000, perVariedVariable: 2 },
  stretchProbability: { min: 0, max: 1, step: 0.1, default: 0.5 },
  concurrentSimulations: { min: 1, max: 1_000, default: 1 },
  /** The number of goals of an optimization besides its score function. */
  furtherGoals: 8,
} as const;
/** Forms of new jobs that several people fill in together. */
export const JOB_DRAFT_LIMITS = {
  /** The forms of one person that no job was created from yet. */
  perPerson: 100,
  /** A form is deleted so many milliseconds after its last change. */
  keptMs: 30 * 24 * 60 * 60 * 1000,
  /** The bytes of all fields as JSON. */
  bytes: 1024 ** 2,
  /** Five fields of each variable of the largest spec, the inputs of its score functions, and the settings. */
  fields: 10_000,
  keyLength: 1_000,
  /** The numbers of the largest Vector as one text. */
  textLength: 300_000,
  listLength: 1_000,
  searchLength: 16_000,
  /** The forms that the list shows: those that were changed last. */
  listed: 50,
} as const;
/** Changes of such forms that one person sends in so many seconds: a page sends two a second. */
export const JOB_DRAFT_RATE = { points: 300, duration: 60 } as const;
/** The bodies of requests keep these limits where their route sets no others. */
export const BODY_LIMITS = {
  bytes: 64 * 1024,
  /** The limit for somebody who is not logged in and sends a password. */
  bytesOfAnyone: 16 * 1024,
  maxDepth: 50,
  /** Lists and objects: ten thousand points, or changes of as many inputs, outputs and coordinates. */
  maxBrackets: 50_000,
  /** The limit for one object. */
  maxKeys: 10_000,
} as const;

/** An answer reports no more of a request's problems than this, beside MAX_VALIDATION_ERRORS. */
export const REPORTED_ERRORS = { bytes: 48 * 1024, fieldLength: 200, messageLength: 1_000 } as const;

/** Names in one emulator/outputs request: values of a point, outputs, coordinates. */
export const MAX_EMULATOR_NAMES = { inputs: 2_000, outputs: 10_000, coordinates: 100 } as const;
/** Points in one emulator/outputs request. */
export const MAX_EMULATOR_POINTS = 10_000;

/** The calls of the profiler keep these limits. */
export const PROFILE_LIMITS = {
  /** Points with variations in one call: the present one, three of an overlay, and four that have names. */
  points: 8,
  variations: 4_000,
  /** Rows of a grid over two inputs. */
  crossings: 200,
  /** Inputs that one variation changes. */
  inputsOfVariation: 100,
  /** Numbers that one call hands to the emulator: predictions times inputs. */
  inputNumbers: 1_000_000,
  /** Scalar outputs of one call: those that are predicted, and those that have a goal. */
  outputs: 100,
  searchedInputs: 100,
  /** Rows that are drawn: more are not told apart in small plots. */
  rows: 1_000,
  /** Values of an input with options. */
  options: 1_000,
  /** The time of one search; the page moves its sliders to the best point 300 ms after the press of the button at the latest. */
  searchMs: 250,
} as const;

/** Emulators as files for other programs. */
export const EXPORT_LIMITS = {
  /**
   * The number of exports made at a time by one web process, of those waiting there, and of those of one person in both states.
   */
  atOnce: 2,
  waiting: 20,
  ofPerson: 3,
  /** The exports of one job that are kept; beyond either limit the least recently used are deleted. */
  keptPerJob: 30,
  keptBytes: 512 * 1024 ** 2,
  /** The free bytes of the disk that one export needs at least. */
  neededBytes: 64 * 1024 ** 2,
  nameLength: 1_000,
  terminalLength: 30,
  /**
   * Terms of an emulator's own equations in a circuit: those that stand there without being asked for, since longer ones take
   * simulators more time at every step than a network, and those that compilers of Verilog-A read at the most. adms turns 11,000
   * terms into C in 1 s, 38,000 in 11 s and 61,000 in 43 s.
   */
  shortTerms: 5_000,
  ownTerms: 50_000,
  /** The constants of a web page: each is about 11 bytes of it, and it must open quickly. */
  pageConstants: 4_000_000,
  /** Training rows in a web page, and the numbers that they may have together: 45,000 are about 800 KB of text. */
  pageRows: 2_000,
  pageRowNumbers: 45_000,
  /** The error of a network that stands for an emulator, as a share of the emulator's own. */
  share: 0.1,
  leastShare: 0.001,
} as const;

/** Filters of the job list that one person may save. */
export const MAX_SAVED_FILTERS = 30;
export const MAX_FILTER_NAME_LENGTH = 60;
/** Points with names of one job's emulator; more would not be told apart in a list. */
export const MAX_JOB_POINTS = 50;
export const MAX_POINT_NAME_LENGTH = 60;
/** Points whose curves are drawn over those of the sliders: as many as there are colours that can be told apart. */
export const MAX_PINNED_POINTS = 4;
/** Comments of one job, all of which its page lists, and the length of one. */
export const MAX_JOB_COMMENTS = 1_000;
export const MAX_COMMENT_LENGTH = 5_000;
/** People whom one comment mentions. */
export const MAX_MENTIONS = 20;
/** Inputs of the slider position that a comment is about; a page sends those that were moved. */
export const MAX_COMMENT_INPUTS = 300;
/** People who are proposed while a name is typed. */
export const MAX_PROPOSED_PEOPLE = 8;
/** Comments that one person writes or edits in so many seconds. */
export const COMMENT_RATE = { points: 30, duration: 60 } as const;
export const MAX_TAGS = 20;
/** Jobs side by side: as many as there are colours that can be told apart. */
export const MAX_COMPARED_JOBS = 6;

export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 256;
/** API tokens of one person. */
export const MAX_API_TOKENS = 100;
/** Jobs that one restricted person sees. */
export const MAX_ACCESSIBLE_JOBS = 1_000;
/** The characters of a notice of maintenance: it stands above every page. */
export const MAINTENANCE_TEXT_MAX = 300;
/** The weight of a person in the queues. A wider range would starve people who have the least. */
export const QUEUE_WEIGHTS = { least: 0.1, most: 10 };
/** A link to choose a password works so long. */
export const PASSWORD_LINK_MS = 72 * 60 * 60 * 1000;
/** Restricted people that the dialog of a job lists at once. */
export const MAX_LISTED_SHARES = 100;
/** Sessions of one person that are listed. */
export const MAX_LISTED_SESSIONS = 100;
export const SESSION_MS = 14 * 24 * 60 * 60 * 1000;
/** The time from leaving for the provider of single sign-on to coming back. */
export const SSO_LOGIN_MS = 10 * 60 * 1000;

/** Uploaded file names keep letters, digits, underscore, hyphen and dot; anything else becomes a hyphen. */
export const sanitiseFileName = (name: string): string => name.replace(/[^A-Za-z0-9_.-]/g, "-");

/** The unpacked files of one version of a spec keep these limits. */
export const SPEC_FILES = {
  maxFiles: 2_000,
  maxBytes: 1024 ** 3,
  /** People read the limit in this form. */
  maxText: "1 GB",
} as const;

/** spec.json keeps these limits: they are far above what a person writes, and such a file is checked in a second. */
export const MANIFEST_LIMITS = {
  /** The characters of the file's text. */
  maxCharacters: 1024 ** 2,
  maxDepth: 50,
  variables: 1_000,
  /** Elements of all Vector variables together. */
  vectorElements: 10_000,
  groups: 200,
  coordinates: 100,
  outputs: 1_000,
  scoreFunctions: 100,
  scoreInputs: 50,
  graphs: 100,
  graphLines: 20,
  templates: 200,
  /** The program and its arguments, and the characters of each. */
  commandItems: 200,
  commandItemLength: 4_000,
  keptFiles: 200,
  exitCodes: 256,
} as const;

/**
 * Each variable moves alone by this share of its range, to see how much the score of the best design depends on it.
 */
export const IMPORTANCE_SHARE = 0.05;

/** A curve that a score function compares with: far more points than any grid has. */
export const MAX_SCORE_FILE_BYTES = 1024 ** 2;

/** Points of a coordinate's grid in a spec, and so values of a curve over it. */
export const MAX_GRID_POINTS = 10_000;
/** Larger files that a simulation wrote are not read for its outputs. */
export const MAX_OUTPUT_FILE_BYTES = 64 * 1024 * 1024;

/** The file explorer shows so many entries on a page. */
export const DIRECTORY_PAGE_SIZE = 100;
/** Entries of a directory that are listed. */
export const MAX_DIRECTORY_ENTRIES = 200_000;
/** A text that is larger than both together is shown by its beginning and its end. */
export const PREVIEW_BYTES = { beginning: 128 * 1024, end: 64 * 1024 } as const;

/** Percent of the disk space that is used: above the first the bar is yellow, above the second red. */
export const DISK_BAR_THRESHOLDS = { yellow: 70, red: 90 } as const;
export const DISK_BAR_DELAY_MS = 300;
/** People, and jobs and specs, that are listed as using the most disk space. */
export const MAX_DISK_USERS = 50;

/**
 * Limits of the search in the guide: characters of its text, results, characters of an excerpt, and of the excerpt
 * before the match.
 */
export const GUIDE_SEARCH = { text: 100, results: 20, excerpt: 180, before: 50 } as const;
/** Notifications of one person: the newest are kept, for so long. */
export const MAX_NOTIFICATIONS = 100;
export const NOTIFICATION_MS = 90 * 24 * 60 * 60 * 1000;
export const MAX_WEBHOOK_URL_LENGTH = 2_000;
/** The time for a request to a webhook, from the look-up of its host to the head of the response. */
export const WEBHOOK_DEADLINE_MS = 10_000;
/** Attempts to deliver a notification to a webhook or by e-mail. */
export const DELIVERY_ATTEMPTS = 3;

/** Larger values let a process with a wrong clock remove what others still use; smaller ones refuse clocks that NTP keeps. */
export const MAX_CLOCK_DIFFERENCE_MS = 60_000;
