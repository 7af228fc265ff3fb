import type { ReactNode } from 'react';

export const Logo = (): ReactNode => (
  <svg className="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
    <rect width="32" height="32" rx="9" />
    <path d="M9 23 16 8l7 15M11.6 18h8.8" />
  </svg>
);
