// What host code may well use of the standard library: nothing here is refused.

#include <array>
#include <algorithm>
#include <bitset>
#include <chrono>
#include <complex>
#include <cstdio>
#include <cstring>
#include <cmath>
#include <deque>
#include <functional>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <span>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>
#include <cassert>
#include <cstdlib>

struct Stats {
    double mean = 0, deviation = 0;
    std::string name = "twenty-three characters";
    int histogram[16] = {};
};
struct Timer {
    std::chrono::high_resolution_clock::time_point begin = std::chrono::high_resolution_clock::now();
    std::string label;
    explicit Timer(std::string label) : label(std::move(label)) {}
    ~Timer() { std::cerr << label << ": " << std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::high_resolution_clock::now() - begin).count() << " us\n"; }
};
struct Error : std::runtime_error {
    using std::runtime_error::runtime_error;
};
enum class Mode { a,
                  b };
Stats stats_of(const std::vector<float>& v)
{
    Stats s;
    s.mean = std::accumulate(v.begin(), v.end(), 0.0) / double(v.size());
    for (float x : v) s.deviation += (x - s.mean) * (x - s.mean), ++s.histogram[std::clamp(int(x * 16), 0, 15)];
    return s;
}
std::string describe(const Stats& s, Mode mode)
{
    std::ostringstream out;
    out << std::fixed << std::setprecision(3) << std::setw(10) << s.mean << ' ' << std::left << std::setfill('.') << s.name << std::hex << 255 << std::dec << std::boolalpha << true;
    return mode == Mode::a ? out.str() : "[" + out.str() + "]";
}
int parse(const std::string& text) { return std::stoi(text) + int(std::stof("1.5")) + int(std::stod("2")); }
std::vector<char> bytes(std::size_t n)
{
    std::vector<char> v(n, 'x');
    std::fill(v.begin(), v.end(), 0);
    std::memset(v.data(), 1, n);
    return v;
}
void host(const float* in, float* out, int n)
{
    Timer timer("host");
    std::vector<float> v(in, in + n), w(n), z(100, 1.0f);
    std::array<float, 64> taps{};
    taps.fill(1);
    std::array<char, 100> zeros{};
    std::copy(v.begin(), v.end(), w.begin());
    std::copy_n(v.begin(), 20, w.begin());
    std::transform(v.begin(), v.end(), w.begin(), [](float x) { return x * 2; });
    std::sort(w.begin(), w.end());
    std::stable_sort(w.begin(), w.end(), [](float a, float b) { return a > b; });
    std::nth_element(w.begin(), w.begin() + n / 2, w.end());
    std::reverse(w.begin(), w.end());
    std::rotate(w.begin(), w.begin() + 1, w.end());
    std::iota(w.begin(), w.end(), 0.f);
    std::unique(w.begin(), w.end());
    std::map<std::string, int> counts;
    ++counts["a word that is long enough"];
    counts.emplace("b", 2);
    counts.erase("b");
    std::set<int> seen{3, 1, 2};
    std::multimap<int, int> mm{{1, 2}};
    std::unordered_map<std::string, std::vector<int>> index;
    index["x"].push_back(1);
    std::unordered_set<int> us{1, 2};
    std::deque<int> d{1, 2};
    d.push_front(0);
    std::list<int> l{1, 2};
    l.push_back(3);
    l.sort();
    std::priority_queue<int> pq;
    pq.push(3);
    std::queue<int> q;
    q.push(1);
    std::stack<int> st;
    st.push(1);
    std::optional<int> maybe = n > 3 ? std::optional(n) : std::nullopt;
    std::variant<int, std::string> either = "text";
    if (auto* s = std::get_if<std::string>(&either)) *s += "more of it, so that it is long";
    std::visit([](auto& x) { std::cout << x << '\n'; }, either);
    std::tuple<int, std::string, double> t{1, "two", 3.0};
    auto& [a, b, c] = t;
    b += std::to_string(a) + std::to_string(c);
    std::function<float(float)> f = [=](float x) { return x + n; };
    f = std::negate<float>();
    auto g = std::bind(f, std::placeholders::_1);
    std::unique_ptr<float[]> buffer = std::make_unique<float[]>(n);
    std::shared_ptr<Stats> shared = std::make_shared<Stats>(stats_of(v));
    std::weak_ptr<Stats> weak = shared;
    std::mt19937_64 random(std::random_device{}());
    std::default_random_engine engine(1);
    std::minstd_rand lcg(2);
    std::normal_distribution<float> normal(0, 1);
    std::uniform_int_distribution<int> die(1, 6);
    std::bernoulli_distribution coin(0.5);
    std::poisson_distribution<int> poisson(3);
    std::exponential_distribution<> e(1);
    out[0] = normal(random) + die(engine) + coin(lcg) + poisson(random) + e(random);
    std::shuffle(w.begin(), w.end(), random);
    std::bitset<64> bits(n);
    bits.set(3).flip(2);
    std::cout << bits << ' ' << bits.count() << std::endl;
    std::complex<float> zc(1, 2);
    zc = zc * zc / std::conj(zc);
    std::cout << zc << std::abs(zc) << std::polar(1.f, 2.f);
    std::string_view view = "some text to look at";
    std::string text(view.substr(5));
    text.insert(0, "before ").replace(0, 2, "xx").append(3, '!');
    text.erase(0, 1);
    if (text.find("text") != text.npos) std::cout << text.substr(2) << view << text.c_str();
    std::string many[] = {"one", "two", "three and more characters", "seven77", "four characters are in it: more than that, far more than thirty-two of them"};
    std::cout << many[n % 5] << many->compare("x") << (text < many[0]) << (text == "abc");
    printf("%s %d %5.2f %zu %s\n", text.c_str(), n, out[0], v.size(), describe(*shared, Mode::b).c_str());
    puts("done");
    putchar('x');
    fflush(stdout);
    fprintf(stderr, "%d\n", n);
    fputs("text", stderr);
    char line[128];
    snprintf(line, sizeof line, "%d of %d", n, parse(text));
    sprintf(line, "%d", n);
    strncpy(line, "abc", 4);
    std::cout << strlen(line) << atoi(line) << atof(line);
    try {
        if (n < 0) throw Error("negative: " + std::to_string(n));
        if (n == 7) throw std::invalid_argument("seven");
        if (n == 8) throw 8;
        v.at(n) = 0;
        index.at("nothing");
        std::get<int>(either);
        maybe.value();
        std::string(text).at(1000);
    } catch (const Error& error) {
        std::cerr << error.what();
        throw;
    } catch (const std::exception& error) {
        std::cerr << error.what();
    } catch (...) {
        std::cerr << "?";
    }
    std::vector<std::string> lines;
    lines.push_back("a line of text that is long");
    lines.emplace_back("short");
    lines.insert(lines.begin(), "first");
    std::sort(lines.begin(), lines.end());
    for (const auto& one : lines) std::cout << one << ' ';
    std::vector<std::vector<float>> matrix(8, std::vector<float>(8));
    matrix[1][2] = 3;
    matrix.resize(10);
    std::vector<bool> flags(n);
    flags[2] = true;
    flags.push_back(false);
    std::span<const float> sp(v);
    out[1] = std::reduce(sp.begin(), sp.end()) + std::inner_product(v.begin(), v.end(), w.begin(), 0.f) + *std::max_element(v.begin(), v.end()) + std::hypot(1.f, 2.f) + std::lround(3.4) + std::fmod(n, 3) + (float)zeros[n] + bytes(n)[0];
    int exponent;
    double whole;
    out[2] = std::frexp(n, &exponent) + std::modf(2.5, &whole) + exponent + whole;
    static Stats once;
    once.mean++;
    std::partial_sort(v.begin(), v.begin() + 3, v.end());
    std::swap(v, w);
    const auto date = std::time(nullptr);
    std::cout << date << rand() % 7 << typeid(*shared).name() << std::numeric_limits<float>::max() << std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    if (std::isnan(out[0])) std::exit(1);
    assert(n);
    std::cout << std::scientific << 1.5 << std::defaultfloat << std::showpos << 3 << std::setbase(16) << 3 << std::flush << std::left << (void*)out << 'c' << 3ul << -3l << 2.5f << "x" << std::endl;
    std::cout.precision(4);
    std::cout.width(3);
    std::cout.flags(std::ios::hex);
    std::cout.write("abc", 3);
    std::cout.put('x');
    double* more = new double[n];
    delete[] more;
    Stats* one = new Stats[3];
    delete[] one;
    Stats copy = once;
    Stats moved = std::move(copy);
    std::array<Stats, 3> three;
    three.fill(moved);
}

struct Settings {
    int width = 0;
    float scale = 1;
    std::string name;
    unsigned short tiles = 0;
    long double exact = 0;
    bool on = false;
};

Settings read_settings(const std::string& text)
{
    Settings out;
    std::istringstream lines(text);
    std::getline(lines, out.name);
    lines >> out.width >> out.scale >> std::ws >> out.tiles >> out.exact >> std::boolalpha >> out.on;
    char first = 0, word[8];
    lines >> first >> word;
    lines.ignore(3, ',');
    if (lines.peek() == 'x') lines.get();
    if (lines.fail()) lines.clear();
    lines.str("1 2 3");
    lines.seekg(0);
    const std::vector<int> numbers{std::istream_iterator<int>(lines), {}};
    std::stringstream both;
    both << numbers.size();
    both >> out.width;
    return out;
}
