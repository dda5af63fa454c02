/** Keys of a table; those of the board are the title's. */

/** Whether a key was pressed where it is written or chooses something, and so is no command. */
export const isTyping = (event: KeyboardEvent): boolean =>
  (event.target as HTMLElement).closest("input, textarea, select, dialog") !== null;

export type Command = "confirm" | "close" | "undo" | "overlay" | "hint" | "typed" | "keys" | "log";

const COMMANDS: Record<string, Command> = {
  Backspace: "undo",
  o: "overlay",
  h: "hint",
  "/": "typed",
  "?": "keys",
  l: "log",
};

/** What a key asks for. Escape closes what lies open before it takes a move back. */
export function commandOf(event: KeyboardEvent, isPanelOpen: boolean, canUndo: boolean): Command | null {
  if (isTyping(event)) return null;
  const isWithCtrl = event.ctrlKey || event.metaKey;
  if (event.key === "Enter" && isWithCtrl) return "confirm";
  if (isWithCtrl || event.altKey) return null;
  if (event.key === "Escape") return isPanelOpen ? "close" : canUndo ? "undo" : null;
  return COMMANDS[event.key] ?? null;
}
