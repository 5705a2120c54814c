/** Simulated Shopify shops in a process: sends its port, and adds shops through its control routes. */
import process from 'node:process';
import { startShopifySimulator } from '@storefleet/shopify-simulator/server';

const simulator = await startShopifySimulator();
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.send?.(simulator.port);
