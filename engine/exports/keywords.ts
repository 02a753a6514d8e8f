/** Words that no identifier of an exported file may be, in lower case. */

/**
 * The keywords of Verilog-A, Verilog, SystemVerilog, C, C++, Python and MATLAB, and names that their libraries
 * define.
 */
const LANGUAGE_KEYWORDS = `
  _bool above abs absdelay absdelta abstol ac_stim access acos acosh alias aliasparam alignas alignof
  always analog analysis and and_eq ans as asin asinh asm assert assign assume async atan atan2 atanh
  auto automatic await before begin bind bins binsof bit bitand bitor bool branch break buf bufif0
  bufif1 byte case casex casez catch ceil cell chandle char char16_t char32_t char8_t checker class
  classdef clocking cmos co_await co_return co_yield compl concept config connect connectmodule
  connectrules const const_cast consteval constexpr constinit constraint continue continuous cos cosh
  cover covergroup coverpoint cross ddt ddt_nature ddx deassign decltype def default defparam del
  delete design disable discipline discrete dist do domain double driver_update dynamic_cast edge elif
  else elseif end endcase endclass endconfig endconnectrules enddiscipline endfunction endgenerate
  endmodule endnature endparamset endprimitive endspecify endtable endtask enum eps errno event except
  exclude exp expect explicit export extends extern false final final_step finally flicker_noise float
  floor flow for force foreach forever fork fortran friend from function generate genvar global goto
  ground highz0 highz1 hypot i idt idt_nature idtmod if iff ifnone illegal_bins implements import in
  incdir include inf infinity initial initial_step inline inout input inside instance int integer
  interface intersect is j join lambda laplace_nd laplace_np laplace_zd laplace_zp large last_crossing
  let liblist library limexp ln local localparam log logic long longint macromodule main match matches
  max medium merged min modport module mutable namespace nan nand nature negedge net_resolution new
  nmos noexcept noise_table noise_table_log none nonlocal nor noshowcancelled not not_eq notif0 notif1
  null nullptr operator or or_eq otherwise output override package packed parameter paramset parfor
  pass persistent pi pmos posedge potential pow primitive priority private program property protected
  public pull0 pull1 pulldown pullup pulsestyle_ondetect pulsestyle_onevent pure raise rand randc
  randcase rcmos real realtime ref reg register reinterpret_cast release repeat requires resolveto
  restrict return rnmos rpmos rtran rtranif0 rtranif1 scalared sequence short shortint shortreal
  showcancelled signed sin sinh sizeof slew small solve specify specparam split spmd sqrt static
  static_assert static_cast string strong0 strong1 struct super supply0 supply1 switch table tagged
  tan tanh task template this thread_local throughout throw time timer tran tranif0 tranif1 transition
  tri tri0 tri1 triand trior trireg true try type typedef typeid typename typeof union unique units
  unsigned use using uwire var vectored virtual void volatile wait wand wchar_t weak0 weak1 while
  white_noise wildcard wire with within wor wreal xnor xor xor_eq yield zi_nd zi_np zi_zd zi_zp
`
  .trim()
  .split(/\s+/);

/**
 * The reserved names of SPICE: the ground, the quantities of an expression and the number of devices side by side;
 * and the switch of a module.
 */
const CIRCUIT_NAMES = ["gnd", "hertz", "temper", "m", "clip"] as const;

export const RESERVED_NAMES: readonly string[] = [...LANGUAGE_KEYWORDS, ...CIRCUIT_NAMES];

/** An exported file with the name of one of these modules would be loaded in its place. */
export const PYTHON_MODULES: readonly string[] = `
  abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii
  bisect builtins bz2 calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys
  compileall concurrent configparser contextlib contextvars copy copyreg cprofile crypt csv ctypes
  curses dataclasses datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum
  errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt
  getpass gettext glob graphlib grp gzip hashlib heapq hmac html http idlelib imaplib imghdr imp
  importlib inspect io ipaddress itertools json keyword lib2to3 linecache locale logging lzma mailbox
  mailcap marshal math mimetypes mmap modulefinder msilib msvcrt multiprocessing netrc nis nntplib nt
  ntpath nturl2path numbers numpy opcode operator optparse os ossaudiodev pandas pathlib pdb pickle
  pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
  py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource
  rlcompleter runpy sched scipy secrets select selectors shelve shlex shutil signal site smtpd smtplib
  sndhdr socket socketserver spwd sqlite3 sre_compile sre_constants sre_parse ssl stat statistics
  string stringprep struct subprocess sunau symtable sys sysconfig syslog tabnanny tarfile telnetlib
  tempfile termios test tests textwrap this threading time timeit tkinter token tokenize tomllib trace
  traceback tracemalloc tty turtle turtledemo types typing unicodedata unittest urllib uu uuid venv
  warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport
  zlib zoneinfo
`
  .trim()
  .split(/\s+/);

/** A function of such a name would be called in the place of MATLAB's own, by others and by itself. */
export const MATLAB_FUNCTIONS: readonly string[] = `
  accumarray all angle any arrayfun assert axis bar bitshift bsxfun cat cell cell2mat cellfun char
  circshift class clc clear close colon columns contour conv corr cov cross cumprod cumsum deal deconv
  diag diff disp display dot double eig error eval exist eye false fclose feval fft fgetl fieldnames
  figure fileparts fileread filter find fix fminsearch fopen fplot fprintf fread fsolve fullfile
  fwrite fzero func2str gamma get grid help histogram hold horzcat image imag info input interp1
  intersect inv isa iscell ischar isempty isequal isfield isfinite isinf ismember isnan isnumeric
  isreal isscalar isstruct kron length linspace load log10 log2 logical logspace lookfor lower lu
  mat2str mean median mesh meshgrid methods mfilename mod mode movie nargin nargout native2unicode
  ndims nnz norm null num2str numel ode45 ones optimset path permute plot polyfit polyval primes print
  prod qr quad quit rand randi randn range rank real rem repmat reshape rmfield round rows save
  scatter semilogx semilogy set setdiff show sign size sort spline sprintf sqrt squeeze sscanf std
  str2func strcat strcmp strjoin strrep strsplit struct subplot sum surf svd table text tic title toc
  trace trapz triu true uint8 union unique upper var vec vertcat warning who whos xlabel ylabel zeros
`
  .trim()
  .split(/\s+/);
