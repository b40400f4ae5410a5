/// The difference of two texts, line by line, with context lines.
struct LineDifference {
    /// Whether the texts are equal.
    var isEmpty: Bool { text.isEmpty }

    /// The lines, marked `-` if only the first text has them and `+` if only the second one does.
    let text: String

    private static let context = 3
    // The cost grows with the square of the number of differing lines.
    private static let limit = 1_000

    init(from old: [String], to new: [String]) {
        // Only the part after the common beginning is worth the comparison, whose cost is quadratic.
        let same = zip(old, new).prefix { Line($0) == Line($1) }.count
        let (left, right) = (old.dropFirst(same), new.dropFirst(same))
        guard !left.isEmpty || !right.isEmpty else {
            text = ""
            return
        }
        var lines = old.prefix(same).map { "  \($0)" }
        lines += Self.edits(from: left.prefix(Self.limit).map(Line.init), to: right.prefix(Self.limit).map(Line.init))
        var shown = Self.hidingDistantLines(lines)
        let rest = max(left.count, right.count) - Self.limit
        if rest > 0 { shown.append("  … \(rest) more lines, which were not compared") }
        text = shown.joined(separator: "\n")
    }

    private static func edits(from old: [Line], to new: [Line]) -> [String] {
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [String] = []
        var (left, right) = (0, 0)
        while left < old.count || right < new.count {
            if removed.contains(left) {
                lines.append("- \(old[left].text)")
                left += 1
            } else if inserted.contains(right) {
                lines.append("+ \(new[right].text)")
                right += 1
            } else {
                lines.append("  \(old[left].text)")
                (left, right) = (left + 1, right + 1)
            }
        }
        return lines
    }

    private static func hidingDistantLines(_ lines: [String]) -> [String] {
        let changes = lines.indices.filter { !lines[$0].hasPrefix(" ") }
        var kept = [Bool](repeating: false, count: lines.count)
        for change in changes {
            for index in max(0, change - context)...min(lines.count - 1, change + context) { kept[index] = true }
        }
        var shown: [String] = []
        for (index, line) in lines.enumerated() {
            if kept[index] {
                shown.append(line)
            } else if index == 0 || kept[index - 1] {
                shown.append("  …")
            }
        }
        return shown
    }

    /// A line, compared by bytes: `String` treats canonically equivalent texts as equal.
    private struct Line: Hashable {
        let text: String
        private let bytes: [UInt8]

        init(_ text: String) {
            self.text = text
            // By bytes: as `String`, two spellings of a character would be equal.
            bytes = Array(text.utf8)
        }
    }
}
