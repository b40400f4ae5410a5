/// Numbers formatted as text.
package enum Figures {
    /// A number with its noun: `1 event`, `13721 events`.
    ///
    /// There are no separators between thousands, so that programs can parse it too.
    package static func count(_ number: some BinaryInteger, _ thing: String) -> String {
        "\(number) \(thing)\(number == 1 ? "" : "s")"
    }

    /// Names in one phrase: `items, orders and profiles`.
    package static func list(_ names: [String]) -> String {
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    /// Seconds with two decimals: `0.41 s`.
    package static func seconds(_ seconds: Double) -> String {
        let hundredths = Int((max(0, min(seconds, 1e9)) * 100).rounded())
        let decimals = hundredths % 100
        return "\(hundredths / 100).\(decimals < 10 ? "0" : "")\(decimals) s"
    }

    /// A length of time in its two greatest units: `3 d 4 h`, `12 min 5 s`, `1 s 350 ms`, `42 s`, `17 µs`.
    package static func duration(nanoseconds: Int64) -> String {
        let units: [(name: String, length: Int64)] = [
            ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("min", 60_000_000_000), ("s", 1_000_000_000),
            ("ms", 1_000_000), ("µs", 1_000), ("ns", 1),
        ]
        guard let first = units.firstIndex(where: { nanoseconds.magnitude >= $0.length.magnitude }) else {
            return "0 s"
        }
        let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: units[first].length)
        let main = "\(whole) \(units[first].name)"
        // Below a second, and from ten seconds to a minute, one unit is precise enough.
        guard first < 3 || first == 3 && whole.magnitude < 10 else { return main }
        let next = units[first + 1]
        let second = rest.magnitude / next.length.magnitude
        return second > 0 ? "\(main) \(second) \(next.name)" : main
    }
}
