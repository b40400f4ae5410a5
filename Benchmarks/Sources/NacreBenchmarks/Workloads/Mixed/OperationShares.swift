import ArgumentParser

/// The percentage of each kind of operation of a client.
struct OperationShares: Hashable, Sendable, Codable {
    /// The percentages, 100 in total; missing kinds are not used.
    let percents: [OperationKind: Int]

    /// Makes shares; `nil` if the total is not 100, or one is negative.
    init?(_ percents: [OperationKind: Int]) {
        guard percents.values.allSatisfy({ (0...100).contains($0) }), percents.values.reduce(0, +) == 100 else {
            return nil
        }
        self.percents = percents.filter { $0.value > 0 }
    }

    /// The kinds used, in the order of their declaration.
    var kinds: [OperationKind] { OperationKind.allCases.filter { percents[$0] != nil } }

    func next(using random: inout SplitMix64) -> OperationKind {
        var drawn = random.next(below: 100)
        for kind in kinds {
            drawn -= percents[kind, default: 0]
            if drawn < 0 { return kind }
        }
        return kinds[0]
    }

    /// The shares in the syntax of the command line.
    var text: String { kinds.map { "\($0.rawValue)=\(percents[$0, default: 0])" }.joined(separator: ",") }
}

extension OperationShares: ExpressibleByArgument {
    init?(argument: String) {
        var percents: [OperationKind: Int] = [:]
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let sides = part.split(separator: "=", omittingEmptySubsequences: false)
            guard sides.count == 2, let kind = OperationKind(rawValue: String(sides[0])), percents[kind] == nil,
                let percent = Int(sides[1])
            else { return nil }
            percents[kind] = percent
        }
        self.init(percents)
    }

    var defaultValueDescription: String { text }
}
