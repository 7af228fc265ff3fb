/**
 * A worker of Jest that has nothing left to do ends at once. Taking down a heap of a gigabyte takes longer than the
 * half second that Jest waits, and then Jest says that tests leak.
 */
export function endWithoutTeardown(): void {
  if (process.send) process.once('beforeExit', () => process.exit());
}
