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
                        launch: A.ofLaunch(setting), sharedBytes: A.sharedBytes(setting), occupancy: A.occupancy(setting),
                        basicLoads: A.basicLoads(setting), uncutLoads: A.uncutLoads(setting), exact: A.exactRatio(setting), closed: A.closedRatio(setting),
                        blocks: A.blocksOf(setting).map(([x, y]) => ({ x, y, ...A.ofBlock(setting, x, y) })),
                    });
                rows.push(row);
            }
console.log(JSON.stringify({ offered: A.OFFERED, designs: A.DESIGNS, rows }));
