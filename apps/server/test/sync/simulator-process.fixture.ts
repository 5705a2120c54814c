/** A simulated shop in a process of its own, as SIMULATOR_SHOP describes it. */
import { startShopifySimulator } from '@storefleet/shopify-simulator/server';

const simulator = await startShopifySimulator({ port: Number(process.env.SIMULATOR_PORT) });
simulator.addShop(JSON.parse(process.env.SIMULATOR_SHOP ?? '{}'));
process.on('SIGTERM', () => void simulator.close());
