import process from 'node:process';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer } from '@storefleet/mcp/mcp-server';
import type { Command } from '../command.ts';

const VERSION = '0.1.0';

/** Runs until its parent process exits. */
export const mcp: Command = {
  usage: 'mcp',
  summary: 'Serve the Model Context Protocol on standard input and output.',
  async run({ api }) {
    const server = await createMcpServer(api, VERSION);
    const closed = new Promise<void>((resolve) => {
      server.server.onclose = resolve;
      process.stdin.once('end', resolve);
    });
    await server.connect(new StdioServerTransport());
    await closed;
    await server.close();
  },
};
