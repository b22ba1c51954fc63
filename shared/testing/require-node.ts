const leastNode = 24;

if (Number.parseInt(process.versions.node, 10) < leastNode) {
  throw new Error(
    `The tests need Node ${leastNode}, and this is Node ${process.versions.node}. Run them through npm, which uses the project’s own Node: npm run test:unit -- PATH`,
  );
}
