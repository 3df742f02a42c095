#include "table/tier/second_tier.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "table/header.hpp"
#include "table/replacement.hpp"

namespace tabiya::table::tier {
namespace {

constexpr std::uint64_t kEmptyLine = 0;

std::atomic_ref<std::uint64_t> atomic(std::uint64_t& word) {
    return std::atomic_ref<std::uint64_t>(word);
}

// Holds the lock bit of a line, if it was free.
class LineLock {
  public:
    explicit LineLock(std::uint64_t* line) : line_(line) {
        first_word_ = AtomicWords::load(*line);
        locked_ = (first_word_ & kLocked) == 0 &&
                  atomic(*line).compare_exchange_strong(first_word_, first_word_ | kLocked,
                                                        std::memory_order_acquire, std::memory_order_relaxed);
    }
    ~LineLock() {
        if (locked_) atomic(*line_).fetch_and(~kLocked, std::memory_order_release);
    }
    LineLock(const LineLock&) = delete;
    LineLock& operator=(const LineLock&) = delete;

    explicit operator bool() const { return locked_; }
    std::uint64_t first_word() const { return first_word_; }
    // Writes the new words of the line. The first one releases the lock.
    void write(const LineCopy& copy) {
        for (int word = 1; word < kLineWords; ++word) AtomicWords::store(line_[word], copy.words[word]);
        atomic(*line_).store(copy.words[0], std::memory_order_release);
        locked_ = false;
    }

  private:
    std::uint64_t* line_;
    std::uint64_t first_word_;
    bool locked_;
};

}  // namespace

SecondTier::SecondTier(const TierSettings& settings)
    : settings_(settings),
      memory_(settings.lines * kLineBytes, settings.huge_pages ? HugePages::kTransparent : HugePages::kNone),
      words_(reinterpret_cast<std::uint64_t*>(memory_.buffer() + kDataOffset)),
      codec_(moves_, settings.keep_evals) {
    if (settings.lines == 0 || settings.lines > kMaxLines) {
        throw std::invalid_argument("a second tier must have 1 to 214748364 lines of 128 bytes");
    }
}

bool SecondTier::read(const std::uint64_t* line, std::uint64_t first_word, LineCopy& copy) const {
    copy.words[0] = first_word;
    for (int word = 1; word < kLineWords; ++word) copy.words[word] = AtomicWords::load(line[word]);
    for (int word = kLineWords; word < kLineWords + 3; ++word) copy.words[word] = 0;
    return copy.entries() <= max_entries();
}

int SecondTier::position_of(const LineCopy& copy, int entry) const {
    const int end = kLineBits - copy.entries() * kSignatureBits;
    int position = entries_begin();
    for (int i = 0; i < entry; ++i) {
        const std::uint64_t bits = copy.peek(position);
        const int age = read_age(bits).length;
        const int body = codec_.length(bits >> age);
        position += age + body;
        if (body == 0 || position > end) return -1;
    }
    return position;
}

Found SecondTier::probe(std::uint64_t hash) {
    const Address address = address_of(hash, settings_.lines);
    std::uint64_t* const line = words_ + address.line * kLineWords;
    const std::uint64_t first_word = AtomicWords::load(*line);
    const Range range = entries_of(first_word & kOccupancyMask, address.place);
    if (range.first == range.last) return {};
    LineCopy copy;
    if (!read(line, first_word, copy)) return {};
    const std::uint32_t wanted = address.signature ^ copy.seal(copy.entries(), unsealed());
    for (int entry = range.first; entry < range.last; ++entry) {
        if (copy.sealed_signature(entry) != wanted) continue;
        const int position = position_of(copy, entry);
        if (position < 0) return {};
        const Age age = read_age(copy.peek(position));
        Found found{true, {}};
        std::int16_t eval = kNoEval;
        if (!codec_.decode(copy.peek_long(position) >> age.length, found.opened.word1, eval)) return {};
        found.opened.word1 |= std::uint64_t{(copy.base() - age.age) % kGenerations} << kGenerationShift;
        found.opened.signature_and_eval = (hash & kSignatureMask) << 16 | static_cast<std::uint16_t>(eval);
        if (lru()) {
            const std::uint64_t used = std::uint64_t{1} << (kUsedShift + entry);
            if ((first_word & used) == 0) atomic(*line).fetch_or(used, std::memory_order_relaxed);
        }
        return found;
    }
    return {};
}

// Decodes a line, changes it, and encodes it again.
class SecondTier::Rebuild {
  public:
    // The line must not change; `open` decodes it.
    Rebuild(const SecondTier& tier, const LineCopy& copy, std::uint32_t now)
        : tier_(tier), copy_(copy), now_(now) {}

    // An invalid line counts as empty.
    void open() {
        const LineCopy& copy = copy_;
        const int entries = copy.entries();
        const std::uint32_t seal = copy.seal(entries, tier_.unsealed());
        const int end = kLineBits - entries * kSignatureBits;
        int position = tier_.entries_begin();
        std::uint64_t occupancy = copy.occupancy();
        std::uint32_t place = 0;
        for (int i = 0; i < entries; ++i, occupancy >>= 1) {
            const int ended = std::countr_zero(occupancy);
            place += static_cast<std::uint32_t>(ended);
            occupancy >>= ended;
            const Age age = read_age(copy.peek(position));
            // All 64 bits after the age: raw entries have their bound in the last two of them.
            const Outline outline = tier_.codec_.outline(copy.peek(position + age.length));
            const int next = position + age.length + outline.length;
            if (outline.length == 0 || next > end || place >= kPlaces) {
                count_ = 0;
                return;
            }
            Part& part = parts_[count_++];
            part.place = static_cast<std::uint8_t>(place);
            part.signature = copy.sealed_signature(i) ^ seal;
            part.begin = static_cast<std::int16_t>(position + age.length);
            part.length = static_cast<std::uint8_t>(outline.length);
            part.used = tier_.lru() && (copy.words[0] >> (kUsedShift + i) & 1) != 0;
            part.set(outline.word1, (copy.base() - age.age) % kGenerations, now_);
            position = next;
        }
    }

    int find(const Address& address) const {
        for (int i = 0; i < count_; ++i) {
            if (parts_[i].place == address.place && parts_[i].signature == address.signature) return i;
        }
        return -1;
    }

    Opened entry(int index) const {
        Opened opened{};
        std::int16_t eval = kNoEval;
        if (!tier_.codec_.decode(body_of(parts_[index]), opened.word1, eval)) return {};
        opened.word1 |= std::uint64_t{parts_[index].generation} << kGenerationShift;
        opened.signature_and_eval = static_cast<std::uint16_t>(eval);
        return opened;
    }

    // A rebuilt line has at most one new entry.
    void set_body(int index, const Opened& opened) {
        Part& part = parts_[index];
        fresh_ = tier_.codec_.encode(opened.word1, opened.eval());
        part.begin = kFresh;
        part.length = static_cast<std::uint8_t>(fresh_.length);
        part.used = true;
        part.set(opened.word1, generation_of(opened.word1), now_);
    }

    // Inserts the entry after those of its place and of the places before it. Returns its index.
    int insert(const Address& address, const Opened& opened) {
        int index = count_++;
        for (; index > 0 && parts_[index - 1].place > address.place; --index)
            parts_[index] = parts_[index - 1];
        parts_[index].place = static_cast<std::uint8_t>(address.place);
        parts_[index].signature = address.signature;
        set_body(index, opened);
        return index;
    }

    void remove(int index) {
        for (--count_; index < count_; ++index) parts_[index] = parts_[index + 1];
    }

    // Removes the least valuable entries until the rest fits; false if that would remove `wanted`.
    bool shrink(int wanted, bool& removed) {
        choose_base();
        while (!fits()) {
            const int victim = tier_.lru() ? unused(wanted) : least();
            if (victim == wanted) return false;
            remove(victim);
            if (victim < wanted) --wanted;
            removed = true;
        }
        return true;
    }

    LineCopy close() const {
        LineCopy copy{};
        int position = tier_.entries_begin();
        std::uint64_t occupancy = 0;
        std::uint64_t used = 0;
        for (int i = 0; i < count_; ++i) {
            const Part& part = parts_[i];
            occupancy |= std::uint64_t{1} << (part.place + static_cast<std::uint32_t>(i));
            used |= std::uint64_t{part.used} << i;
            const std::uint32_t age = age_of_part(part);
            Bits bits;
            bits.append(age_bits(age), age_length(age));
            bits.append(body_of(part), part.length);
            copy.put(position, bits.bits);
            position += bits.length;
        }
        copy.words[0] |= occupancy | std::uint64_t{base_} << kBaseShift;
        const std::uint32_t seal = copy.seal(count_, tier_.unsealed());
        for (int i = 0; i < count_; ++i) copy.set_signature(i, parts_[i].signature ^ seal);
        if (tier_.lru()) copy.words[0] |= used << kUsedShift;
        return copy;
    }

    int count() const { return count_; }
    int bits() const {
        int sum = 0;
        for (int i = 0; i < count_; ++i) {
            sum += parts_[i].length + age_length(age_of_part(parts_[i])) + kSignatureBits;
        }
        return sum;
    }
    void choose_base() {
        std::uint32_t youngest = kGenerations;
        for (int i = 0; i < count_; ++i) {
            youngest = std::min(youngest, (now_ - parts_[i].generation) % kGenerations);
        }
        base_ = (now_ - youngest) % kGenerations;
    }

  private:
    static constexpr std::int16_t kFresh = -1;
    struct Part {
        std::int64_t value;
        std::uint32_t signature;
        std::int16_t begin;  // start of the body in the old line, or kFresh
        std::uint8_t length;
        std::uint8_t place;
        std::uint8_t generation;
        bool used;

        void set(std::uint64_t word1, std::uint32_t its_generation, std::uint32_t now) {
            generation = static_cast<std::uint8_t>(its_generation);
            value =
                cascade_rank((word1 & ~kGenerationMask) | std::uint64_t{generation} << kGenerationShift, now);
        }
    };

    Uint128 body_of(const Part& part) const {
        return part.begin == kFresh ? fresh_.bits : low_bits(copy_.peek_long(part.begin), part.length);
    }
    std::uint32_t age_of_part(const Part& part) const { return (base_ - part.generation) % kGenerations; }
    bool fits() const { return count_ <= tier_.max_entries() && tier_.entries_begin() + bits() <= kLineBits; }
    int least() const {
        int chosen = 0;
        for (int i = 1; i < count_; ++i) {
            if (parts_[i].value < parts_[chosen].value) chosen = i;
        }
        return chosen;
    }
    // The least valuable unused entry. If all were used, all bits are reset.
    int unused(int wanted) {
        int chosen = -1;
        for (int round = 0; round < 2 && chosen < 0; ++round) {
            for (int i = 0; i < count_; ++i) {
                if (i == wanted || parts_[i].used) continue;
                if (chosen < 0 || parts_[i].value < parts_[chosen].value) chosen = i;
            }
            if (chosen < 0) {
                for (int i = 0; i < count_; ++i) parts_[i].used = i == wanted;
            }
        }
        return chosen;
    }

    const SecondTier& tier_;
    const LineCopy& copy_;
    std::array<Part, kMaxEntries + 1> parts_;
    Bits fresh_;
    int count_ = 0;
    std::uint32_t now_;
    std::uint32_t base_ = 0;
};

TierStored SecondTier::store(std::uint64_t hash, const Opened& opened, std::uint32_t now) {
    const Address address = address_of(hash, settings_.lines);
    std::uint64_t* const line = words_ + address.line * kLineWords;
    LineLock lock(line);
    if (!lock) return TierStored::kBusy;
    LineCopy copy;
    Rebuild rebuild(*this, copy, now);
    if (read(line, lock.first_word(), copy)) rebuild.open();

    bool removed = false;
    int index = rebuild.find(address);
    const bool update = index >= 0;
    if (update) {
        const Opened old = rebuild.entry(index);
        const bool wins = !old.live() || Replacement{}.wins_update(old.word1, opened.word1, now);
        const Opened& winner = wins ? opened : old;
        const std::uint32_t age = std::min(age_of(old.word1, now), age_of(opened.word1, now));
        rebuild.set_body(index, combine(winner, wins ? old : opened, (now - age) % kGenerations));
    } else {
        index = rebuild.insert(address, opened);
    }
    if (!rebuild.shrink(index, removed)) return TierStored::kRefused;
    lock.write(rebuild.close());
    return update ? TierStored::kUpdated : removed ? TierStored::kReplaced : TierStored::kAdded;
}

void SecondTier::clear() {
    const std::size_t pages = bytes() / 4096 * 4096;
    const bool forgotten = pages > 0 && memory_.forget(reinterpret_cast<std::byte*>(words_), pages);
    const std::uint64_t words = settings_.lines * kLineWords;
    for (std::uint64_t word = forgotten ? pages / 8 : 0; word < words; ++word) {
        AtomicWords::store(words_[word], kEmptyLine);
    }
}

void SecondTier::copy_from(const SecondTier& other) {
    for (std::uint64_t word = 0; word < settings_.lines * kLineWords; ++word) {
        const std::uint64_t value = AtomicWords::load(other.words_[word]);
        const std::uint64_t unlocked = word % kLineWords == 0 ? value & ~kLocked : value;
        // Do not touch untouched pages.
        if (unlocked != 0) AtomicWords::store(words_[word], unlocked);
    }
    // Moves last, because `other` may be adding some meanwhile. Numbers are assigned in turn, so they are the
    // same here.
    for (std::uint32_t number = 0; number < other.moves_.size(); ++number) {
        moves_.number_of(other.moves_.move_of(number));
    }
}

void SecondTier::copy_lines(std::uint64_t first, std::uint64_t count, std::uint64_t* out) const {
    const std::uint64_t* words = words_ + first * kLineWords;
    for (std::uint64_t word = 0; word < count * kLineWords; ++word) {
        const std::uint64_t value = AtomicWords::load(words[word]);
        out[word] = word % kLineWords == 0 ? value & ~kLocked : value;
    }
}

void SecondTier::set_lines(std::uint64_t first, std::uint64_t count, const std::uint64_t* lines) {
    std::uint64_t* words = words_ + first * kLineWords;
    for (std::uint64_t word = 0; word < count * kLineWords; ++word) {
        AtomicWords::store(words[word], word % kLineWords == 0 ? lines[word] & ~kLocked : lines[word]);
    }
}

bool SecondTier::set_moves(const std::uint32_t* moves, std::uint32_t count) {
    for (std::uint32_t number = 0; number < count; ++number) {
        const bool possible = moves[number] != 0 && moves[number] <= kMaxMove;
        if (!possible || moves_.number_of(moves[number]) != number) return false;
    }
    return true;
}

void SecondTier::count_line(std::uint64_t line, TierContents& sum) const {
    const std::uint64_t* words = words_ + line * kLineWords;
    const std::uint64_t first_word = AtomicWords::load(*words);
    if ((first_word & kOccupancyMask) == 0) return;
    LineCopy copy;
    if (!read(words, first_word, copy)) return;
    Rebuild rebuild(*this, copy, copy.base());
    rebuild.open();
    rebuild.choose_base();
    sum.entries += static_cast<std::uint64_t>(rebuild.count());
    sum.entry_bits += static_cast<std::uint64_t>(rebuild.bits());
    sum.used_lines += rebuild.count() > 0;
}

TierContents SecondTier::contents() const {
    TierContents sum;
    for (std::uint64_t line = 0; line < settings_.lines; ++line) count_line(line, sum);
    return sum;
}

TierContents SecondTier::sample(std::uint64_t most) const {
    TierContents sum;
    const std::uint64_t lines = std::min(most, settings_.lines);
    for (std::uint64_t i = 0; i < lines; ++i) count_line(i * settings_.lines / lines, sum);
    return sum;
}

}  // namespace tabiya::table::tier
