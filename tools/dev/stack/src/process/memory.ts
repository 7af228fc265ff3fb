import { readFileSync } from 'node:fs';

const KIBIBYTES_A_MEBIBYTE = 1_024;

/**
 * Resident memory of a process, in mebibytes: now, and the most since it began. Null for one that has ended, and where
 * there is no /proc.
 */
export function residentMemory(pid: number): { readonly now: number; readonly most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [now, most] = ['VmRSS', 'VmHWM'].map((field) => mebibytesIn(status, field));
    return now === undefined || most === undefined ? null : { now, most };
  } catch {
    return null;
  }
}

function mebibytesIn(status: string, field: string): number | undefined {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kibibytes === undefined ? undefined : Math.round(Number(kibibytes) / KIBIBYTES_A_MEBIBYTE);
}
