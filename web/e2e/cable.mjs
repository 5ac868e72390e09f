import net from 'node:net';

/** A TCP proxy between the browser and the server that a test can interrupt. */
export async function cableTo(port) {
  const sockets = new Set();
  let isCut = false;
  const server = net.createServer((from) => {
    if (isCut) {
      from.destroy();
      return;
    }
    const to = net.connect(port, '127.0.0.1');
    for (const socket of [from, to]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        from.destroy();
        to.destroy();
      });
    }
    from.pipe(to);
    to.pipe(from);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      isCut = false;
    },
    close() {
      this.cut();
      server.close();
    },
  };
}
