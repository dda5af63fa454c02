/** Whether a key was pressed where it is written or chooses something, and so is no command. */
export const isTyping = (event: KeyboardEvent): boolean =>
  (event.target as HTMLElement).closest("input, textarea, select, dialog") !== null;
