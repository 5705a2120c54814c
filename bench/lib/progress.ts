/** Says on the terminal what is being done; the tables alone go to the output. */
export function say(text: string): void {
  console.error(`  ${text} …`);
}
