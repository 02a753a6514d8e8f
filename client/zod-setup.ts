import { validationText } from "@understudy/shared/messages/validation-text.ts";
import { config } from "zod";

// Zod's compiled parsers need `eval`, which our Content-Security-Policy forbids. This must run before any schema is made.
config({ jitless: true, customError: validationText });
