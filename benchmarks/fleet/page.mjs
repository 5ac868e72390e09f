// Prints the milliseconds from the request for the page Fleet until it shows all nodes, in a browser that has no cache.
// Arguments: the address of the server, the number of nodes.
import { openBrowser, openPage } from '../../web/e2e/browser.mjs';

const [url, nodes] = process.argv.slice(2);
const end = setTimeout(() => process.exit(1), 60_000);
const browser = await openBrowser();
const { page, done } = await openPage(browser, url);
const started = performance.now();
await page.goto(`${url}/fleet`, { waitUntil: 'commit' });
await page.waitForFunction((count) => document.querySelectorAll('tr[id^="node-"]').length >= count, Number(nodes));
console.log(Math.round(performance.now() - started));
await done();
await browser.close();
clearTimeout(end);
