/** SHA-256 of a text, as hex. Browsers have their own, but not on pages without a secure connection. */

import { sha256 as hash } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

export const sha256 = (text: string): string => bytesToHex(hash(utf8ToBytes(text)));
