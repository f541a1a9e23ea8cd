// Prints what the explorer's arithmetic says of every value that it offers, as JSON. usage: node table.js ARITHMETIC
"use strict";
const fs = require("fs"), vm = require("vm");

const A = vm.runInThisContext(fs.readFileSync(process.argv[2], "utf8") + "\nArithmetic;");
const rows = [];
for (const [dims, { T: tiles, R: radii }] of Object.entries(A.OFFERED))
    for (const design of A.DESIGNS)
        for (const T of tiles)
            for (const R of radii) {
                const setting = { dims: Number(dims), design, T, R };
                const row = { ...setting, starts: A.starts(setting), threads: A.threadsOf(setting) };
                if (row.starts)
                    Object.assign(row, {
                        launch: A.ofLaunch(setting), sharedBytes: A.sharedBytes(setting), occupancy: A.occupancy(A.threadsOf(setting), A.sharedBytes(setting)),
                        basicLoads: A.basicLoads(setting), uncutLoads: A.uncutLoads(setting), exact: A.exactRatio(setting), closed: A.closedRatio(setting),
                        blocks: A.blocksOf(setting).map(([x, y]) => ({ x, y, ...A.ofBlock(setting, x, y) })),
                    });
                rows.push(row);
            }
// Pairs that no setting has, for limits that none reaches.
const pairs = [32, 64, 256, 400, 1024].flatMap((threads) => [4, 12 * 1024, 48 * 1024].map((bytes) => [threads, bytes, A.occupancy(threads, bytes).blocks]));
console.log(JSON.stringify({ pairs, offered: A.OFFERED, designs: A.DESIGNS, rows }));
