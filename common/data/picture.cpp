#include "data/picture.hpp"

#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <system_error>

#include <png.h>
#include <unistd.h>

namespace halo {

namespace {

constexpr std::uint64_t kMostPixels = 1u << 26;

[[noreturn]] void fail(const std::string& headline, const std::string& where, const std::string& attempt)
{
    throw std::runtime_error(headline + "\n  where: " + where + "\n  try:   " + attempt);
}

/// libpng's simple interface: it keeps its own error text; the destructor frees it.
struct Image : png_image {
    Image() : png_image() { version = PNG_IMAGE_VERSION; }
    ~Image() { png_image_free(this); }
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;
};

}  // namespace

Picture read_png(const std::filesystem::path& file)
{
    const std::string name = file.string();
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown))
        fail(name + ": there is no such file", "looked in " + std::filesystem::current_path(unknown).string(),
             "PNG=path/to/picture.png");

    Image image;
    if (!png_image_begin_read_from_file(&image, name.c_str()))
        fail(name + ": this is not a readable PNG", image.message, "`file` says what it is; many programs export PNG");
    if (std::uint64_t(image.width) * image.height > kMostPixels)
        fail(name + ": the picture is too large", std::to_string(image.width) + " x " + std::to_string(image.height)
             + " pixels; at most 2^26 are read", "use a smaller picture");

    image.format = PNG_FORMAT_RGBA;         // libpng needs a background colour to convert to plain RGB
    std::vector<std::uint8_t> pixels(PNG_IMAGE_SIZE(image));
    if (!png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr))
        fail(name + ": the picture can't be read to the end", image.message, "is the file complete?");

    Picture picture{{int(image.width), int(image.height)}, {}};
    picture.bytes.reserve(3 * picture.extent.count());
    for (std::size_t at = 0; at < pixels.size(); at += 4)
        picture.bytes.insert(picture.bytes.end(), &pixels[at], &pixels[at + 3]);
    return picture;
}

void write_png(const std::filesystem::path& file, const Picture& picture)
{
    if (picture.bytes.size() != 3 * picture.extent.count()) throw std::invalid_argument("write_png: not three bytes a pixel");
    Image image;
    image.width = png_uint_32(picture.extent.width);
    image.height = png_uint_32(picture.extent.height);
    image.format = PNG_FORMAT_RGB;

    const std::filesystem::path unfinished = file.string() + ".part" + std::to_string(getpid());
    std::error_code unknown;
    if (!png_image_write_to_file(&image, unfinished.c_str(), 0, picture.bytes.data(), 0, nullptr)) {
        std::filesystem::remove(unfinished, unknown);
        fail(file.string() + ": can't be written", image.message, "does its folder exist, and may you write there?");
    }
    std::filesystem::rename(unfinished, file, unknown);
    if (!unknown) return;
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    fail(file.string() + ": can't be written", unknown.message(), "is there a folder with this name?");
}

Picture drawn_picture(Extent extent)
{
    const auto [width, height] = extent;
    Picture picture{extent, {}};
    picture.bytes.reserve(3 * extent.count());
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            int red = 255 * x / width, green = 255 * y / height, blue = 255 * (width - x + height - y) / (width + height);
            const int dx = 4 * x - width, dy = 3 * y - height, reach = height * height / 3;     // a disc, left of the middle
            if (dx * dx * 9 / 16 + dy * dy < reach) red = 240, green = 200 - 2 * red * y / (5 * height), blue = 40;
            if (4 * x > 3 * width) red = green = blue = x / 2 % 2 == y / 4 % 2 ? 30 : 225;      // fine stripes on the right
            if (8 * y > 7 * height && 2 * x < width) red = 20, green = 40, blue = 90 + x % 8 * 20;
            if (x < 3 || y < 3 || x >= width - 3 || y >= height - 3) red = green = blue = 255;  // the frame
            for (const int channel : {red, green, blue}) picture.bytes.push_back(std::uint8_t(channel));
        }
    return picture;
}

}  // namespace halo
