import type { ReactNode } from 'react';

const Icon = ({ children, size = 16 }: { readonly children: ReactNode; readonly size?: number }): ReactNode => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {children}
  </svg>
);

export const CheckIcon = (): ReactNode => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
);
export const CrossIcon = (): ReactNode => (
  <Icon>
    <path d="M6.5 6.5l11 11m0-11-11 11" />
  </Icon>
);
export const ClockIcon = (): ReactNode => (
  <Icon>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
);
export const QuestionIcon = (): ReactNode => (
  <Icon>
    <path d="M9 9.3a3 3 0 1 1 4.6 2.5c-1 .7-1.6 1.2-1.6 2.4" />
    <path d="M12 17.6v.1" />
  </Icon>
);
export const UndoIcon = (): ReactNode => (
  <Icon>
    <path d="M8 6 4 10l4 4" />
    <path d="M4 10h10a5 5 0 0 1 0 10h-3" />
  </Icon>
);
export const DashIcon = (): ReactNode => (
  <Icon>
    <path d="M6 12h12" />
  </Icon>
);
export const DotsIcon = (): ReactNode => (
  <Icon>
    <path d="M6 12h.1M12 12h.1M18 12h.1" />
  </Icon>
);
export const QueueIcon = (): ReactNode => (
  <Icon>
    <path d="M5 7h14M5 12h14M5 17h8" />
  </Icon>
);
export const StopIcon = (): ReactNode => (
  <Icon>
    <rect x="7" y="7" width="10" height="10" rx="1.5" fill="currentColor" />
  </Icon>
);
export const SendIcon = (): ReactNode => (
  <Icon size={18}>
    <path d="M12 19V5m-6 6 6-6 6 6" />
  </Icon>
);
export const DownIcon = (): ReactNode => (
  <Icon>
    <path d="m6 9.5 6 6 6-6" />
  </Icon>
);
export const SunIcon = (): ReactNode => (
  <Icon size={18}>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 3v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4" />
  </Icon>
);
export const MoonIcon = (): ReactNode => (
  <Icon size={18}>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z" />
  </Icon>
);
export const PlusIcon = (): ReactNode => (
  <Icon size={18}>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);
export const CopyIcon = (): ReactNode => (
  <Icon>
    <rect x="9" y="9" width="10" height="10" rx="2" />
    <path d="M15 5.5V5a1 1 0 0 0-1-1H6a2 2 0 0 0-2 2v8a1 1 0 0 0 1 1h.5" />
  </Icon>
);
export const ListIcon = (): ReactNode => (
  <Icon size={18}>
    <path d="M4 6.5h16M4 12h16M4 17.5h16" />
  </Icon>
);
