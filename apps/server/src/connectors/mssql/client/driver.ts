import { createRequire } from 'node:module';
import type mssql from 'mssql';

const require = createRequire(import.meta.url);

/** Loaded for the first SQL Server alone: it would take a seventh of every start. */
export const driver = (): typeof mssql => require('mssql');
