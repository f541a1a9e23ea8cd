#pragma once
constexpr int kScaleFactor = 3;
