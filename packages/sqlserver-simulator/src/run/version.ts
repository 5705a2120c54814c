/** The server's name in errors. */
export const SERVER_NAME = 'SIMULATOR';

/** Major, minor and build. */
export const PRODUCT_VERSION = [16, 0, 4135] as const;

/** @@VERSION */
export const VERSION =
  'Microsoft SQL Server 2022 (RTM-CU14) (KB5038325) - 16.0.4135.4 (X64) \n\tJul 10 2024 14:09:09 \n\tCopyright (C) 2022 Microsoft Corporation\n\tDeveloper Edition (64-bit) on Linux (Storefleet simulator)';
