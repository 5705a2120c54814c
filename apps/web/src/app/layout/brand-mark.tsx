export function BrandMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: 'none' }}>
      <rect width="32" height="32" rx="8" fill="#3650dc" />
      <path d="M8 12.5 16 8l8 4.5-8 4.5z" fill="#fff" />
      <path
        d="m8 16.6 8 4.4 8-4.4M8 20.6l8 4.4 8-4.4"
        fill="none"
        stroke="#fff"
        strokeWidth="1.8"
        strokeLinejoin="round"
        strokeLinecap="round"
        opacity=".8"
      />
    </svg>
  );
}
