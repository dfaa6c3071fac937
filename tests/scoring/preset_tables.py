"""The table of RULES.md §4 typed in column by column for the reference scorer."""

# fmt: off
WEB_BONUS = {"menqing": 1, "gangkai": 1, "dadiaoche": 1, "haidi": 1}

QIAOMA = {
    "dragons_are_flowers": True, "must_declare": True, "pinghu": True, "self_draw_only": False,
    "least_for": "any", "least": {"self_draw": 0, "robbing_kong": 0, "discard": 1}, "no_hua": 0,
    "base": 1, "cap": 20, "shapes": True,
    "fan": {"pengpenghu": 1, "hunyise": 1, **WEB_BONUS},
    "lezi": {"qingyise": 1, "qingpeng": 2, "fengyise": 2, "fengpeng": 4, "bahuaqi": 2,
             "tianhu": 2, "dihu": 2},
    "qingyise_menqing": 1, "loose_honours": True, "bahuaqi": True, "sibaida": False,
    "menqing": "fan", "at_least_one_lezi": False, "gangkai_on_flower": True, "dihu_any_win": False,
    "dadiaoche_with_concealed_kong": True, "most_fan": None,
    "huangfan": "fan", "kaibao": "fan",
    "bao": "small", "bound": "summed", "mutual": "once", "robbing_partner": False, "loss_cap": None,
    "robbing": True, "qidui": False, "qing_diao": False, "hunpeng_diao": False, "scheme": None,
    "has_fan": True,
}
QINGHUNPENG = QIAOMA | {
    "dragons_are_flowers": False, "must_declare": False, "pinghu": False, "least_for": None,
    "base": 2, "cap": 10,
    "lezi": {"hunpeng": 1, "qingyise": 1, "qingpeng": 2, "fengyise": 2, "fengpeng": 4, "bahuaqi": 2,
             "tianhu": 2, "dihu": 2},
    "qingyise_menqing": 2, "bao": "big",
}
BAIDA = QIAOMA | {
    "dragons_are_flowers": True, "must_declare": False, "self_draw_only": True, "least_for": None,
    "base": 1, "cap": 40, "shapes": False,
    "fan": {"menqing": 1, "gangkai": 1, "dadiaoche": 1, "wubaida": 1, "paobaida": 1, "sibaida": 2},
    "lezi": {}, "loose_honours": False, "bahuaqi": False, "sibaida": True, "most_fan": 3,
    "huangfan": "fan", "kaibao": None, "bao": None, "robbing": False,
}
LAOSHANGHAI = QINGHUNPENG | {
    "pinghu": True, "no_hua": 10,
    "least_for": "pinghu", "least": {"self_draw": 2, "robbing_kong": 2, "discard": 3},
    "fan": WEB_BONUS,
    "lezi": {"qingyise": 1, "qingpeng": 2, "fengyise": 2, "fengpeng": 4, "bahuaqi": 2,
             "tianhu": 2, "dihu": 2},
}
LAIYOUXI = QINGHUNPENG | {
    "fan": {}, "has_fan": False,
    "lezi": {"hunpeng": 1, "qingyise": 1, "qingpeng": 2, "fengyise": 2, "fengpeng": 4, "bahuaqi": 2},
    "qingyise_menqing": 1, "menqing": "double", "at_least_one_lezi": True,
    "huangfan": "double", "kaibao": "double",
    "bao": "big", "bound": "each", "mutual": "double", "robbing_partner": True, "loss_cap": 5,
}
DESHI_QINGHUNPENG = LAIYOUXI | {"menqing": None, "bao": "extra", "loss_cap": None}
JINBI = DESHI_QINGHUNPENG | {"base": 1, "huangfan": "jinbi"}
DASHEN = LAIYOUXI | {
    "lezi": {"hunpeng": 1, "qingyise": 1, "qingpeng": 2, "fengyise": 2, "fengpeng": 4, "bahuaqi": 4,
             "tianhu": 10, "dihu": 8},
    "menqing": "lezi", "gangkai_on_flower": False, "dihu_any_win": True, "kaibao": None,
    "mutual": "once", "robbing_partner": False, "loss_cap": None,
}
DESHI_QIAOMA = QIAOMA | {"bao": "extra", "bound": "each", "mutual": "double", "robbing_partner": True}
DESHI_BAIDA = BAIDA | {
    "fan": {"gangkai": 1, "dadiaoche": 1, "paobaida": 1, "sibaida": 2}, "menqing": None, "most_fan": None,
}
MIL2024 = QIAOMA | {
    "least_for": "plain", "least": {"self_draw": 2, "robbing_kong": 3, "discard": 3},
    "no_hua": 10,
    "base": 1, "cap": None, "most_fan": 3,
    "fan": {"menqing": 1, "dadiaoche": 1, "hunyise": 1, "pengpenghu": 1, "gangkai": 1, "robbing": 1,
            "qingyise": 2},
    "lezi": {}, "loose_honours": False, "bahuaqi": False, "dadiaoche_with_concealed_kong": False,
    "huangfan": None, "kaibao": None, "bao": "big", "bound": "each",
}
PRESETS = {
    "qiaoma": QIAOMA, "qinghunpeng": QINGHUNPENG, "baida": BAIDA, "laoshanghai": LAOSHANGHAI,
    "laiyouxi": LAIYOUXI, "deshi-qiaoma": DESHI_QIAOMA, "deshi-qinghunpeng": DESHI_QINGHUNPENG,
    "deshi-baida": DESHI_BAIDA, "jinbi": JINBI, "dashen": DASHEN, "mil2024": MIL2024,
}
