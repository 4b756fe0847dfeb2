#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Solves mixed-integer programs with SciPy's HiGHS, for optimal_bench and tst_optimal_referee.

Answers each line of standard input with a line of JSON. The first line says who answers:
{"version": …} or {"skipped": reason}.

A line: {"cost": […], "integral": [0|1, …], "upper": [number|null, …], "nodes": limit,
         "rows": [[[column, …], [factor, …], least|null, most|null], …]}; variables are ≥ 0.
The answer: {"values": […]|null, "least": bound|null, "solved": bool, "infeasible": bool}.
"""
import json
import sys

try:
    import numpy
    import scipy
    from scipy.optimize import Bounds, LinearConstraint, milp
    from scipy.sparse import coo_matrix
except ImportError as error:
    print(json.dumps({"skipped": str(error)}), flush=True)
    sys.exit(0)

print(json.dumps({"version": "SciPy " + scipy.__version__}), flush=True)


def number(value, otherwise):
    return otherwise if value is None else value


for line in sys.stdin:
    problem = json.loads(line)
    places, columns, factors, least, most = [], [], [], [], []
    for place, (own, numbers, low, high) in enumerate(problem["rows"]):
        places += [place] * len(own)
        columns += own
        factors += numbers
        least.append(number(low, -numpy.inf))
        most.append(number(high, numpy.inf))
    count = len(problem["cost"])
    matrix = coo_matrix((factors, (places, columns)), shape=(len(least), count)).tocsr()
    upper = [number(value, numpy.inf) for value in problem["upper"]]
    result = milp(problem["cost"], integrality=problem["integral"],
                  bounds=Bounds(numpy.zeros(count), upper),
                  constraints=LinearConstraint(matrix, least, most),
                  options={"node_limit": problem["nodes"], "mip_rel_gap": 1e-9})
    bound = getattr(result, "mip_dual_bound", None)
    print(json.dumps({"values": None if result.x is None else result.x.tolist(),
                      "least": None if bound is None or not numpy.isfinite(bound) else bound,
                      "solved": result.status == 0,
                      "infeasible": result.status == 2}), flush=True)
