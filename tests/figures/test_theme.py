"""The theme by numbers: contrast, colour blindness, grey."""

from __future__ import annotations

import numpy as np
import pytest

from cse.figures.theme import PALETTES, RAMP_TURN

MODES = list(PALETTES)
# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB
BLINDNESS = {
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "tritanopia": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def linear(colour):
    """Returns linear RGB of "#rrggbb" or of three numbers from 0 to 255."""
    rgb = (
        np.array([int(colour[place : place + 2], 16) for place in (1, 3, 5)] if isinstance(colour, str) else colour)
        / 255
    )
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def luminance(colour):
    return float(TO_XYZ[1] @ linear(colour))


def lightness(colour):
    y = luminance(colour)
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(rgb):
    x = TO_XYZ @ np.clip(rgb, 0, 1) / (TO_XYZ @ np.ones(3))
    f = np.where(x > 0.008856, np.cbrt(x), 7.787 * x + 16 / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def on_ramp(ramp, place):
    """Returns the colour between the stops as Vega interpolates it: linearly in sRGB."""
    stops = np.array([[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in ramp])
    return [np.interp(place, np.linspace(0, 1, len(ramp)), stops[:, channel]) for channel in range(3)]


def test_the_numbers_here_are_right():
    """Known values: black on white has 21, and mid grey #777777 a lightness of 50."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21, abs=0.01)
    assert lightness("#777777") == pytest.approx(50, abs=0.5)
    assert lab(linear("#ff0000")) == pytest.approx([53.2, 80.1, 67.2], abs=0.3)


@pytest.mark.parametrize("mode", MODES)
def test_text_and_marks_stand_out(mode):
    palette = PALETTES[mode]
    for name in ("ink", "muted"):
        assert contrast(getattr(palette, name), palette.background) >= 4.5, name
    for name in ("first", "second", "model"):
        assert contrast(getattr(palette, name), palette.background) >= 3, name
    # notes stand on the shade of held-out k too, which is fainter than this
    assert contrast(palette.muted, palette.faint) >= 4.5


@pytest.mark.parametrize("mode", MODES)
def test_the_two_series_are_told_apart_in_grey(mode):
    palette = PALETTES[mode]
    assert abs(lightness(palette.first) - lightness(palette.second)) >= 20
    # one line of many lies behind both, thinner
    assert abs(lightness(palette.first) - lightness(palette.model)) >= 20


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("blindness", BLINDNESS)
def test_the_two_series_are_told_apart_by_the_colour_blind(mode, blindness):
    seen = [
        lab(np.array(BLINDNESS[blindness]) @ linear(colour)) for colour in (PALETTES[mode].first, PALETTES[mode].second)
    ]
    assert np.linalg.norm(seen[0] - seen[1]) >= 25


@pytest.mark.parametrize("mode", MODES)
def test_a_ramp_changes_its_lightness_one_way(mode):
    steps = np.diff([lightness(on_ramp(PALETTES[mode].ramp, place)) for place in np.linspace(0, 1, 51)])
    assert (steps > 0).all() or (steps < 0).all()
    assert abs(lightness(PALETTES[mode].ramp[0]) - lightness(PALETTES[mode].ramp[-1])) >= 70


@pytest.mark.parametrize("mode", MODES)
def test_text_is_readable_all_along_a_ramp(mode):
    palette = PALETTES[mode]
    for place in np.linspace(0, 1, 201):
        text = palette.on_high if place >= RAMP_TURN else palette.on_low
        assert contrast(text, [round(value) for value in on_ramp(palette.ramp, place)]) >= 4.5, place


@pytest.mark.parametrize("mode", MODES)
def test_a_diverging_scale_leaves_its_middle_both_ways_alike(mode):
    light = [lightness(on_ramp(PALETTES[mode].diverging, place)) for place in np.linspace(0, 1, 41)]
    away = np.abs(np.array(light) - light[20])
    assert (np.diff(away[20:]) > 0).all()
    assert (np.diff(away[20::-1]) > 0).all()
    assert away[0] == pytest.approx(away[-1], abs=6)
