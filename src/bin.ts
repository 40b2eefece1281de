#!/usr/bin/env node
console.log("sundial");
