"""Results of a failed morale check, and the way of avoiding that each calls for."""

WAYS = {
    "fall_back_fighting": "fall_back",
    "disengage_retreat": "disengage",
    "flee_in_panic": "flee",
    "surrender": "surrender",
}
