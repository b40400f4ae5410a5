import DocumentationPages
import Foundation

/// Commands of a shell session on a page, with the comment lines behind them, which claim what the last one answers.
struct SessionStep {
    /// What a command answered.
    struct Answer {
        /// The status; `nil` without an answer.
        let status: Int?

        /// The header fields, with names in lower case.
        let fields: [String: String]

        /// The output.
        let output: String
    }

    var commands: [String]
    var claims: [String] = []

    /// The steps of a listing.
    static func all(in listing: Listing) -> [SessionStep] {
        var steps: [SessionStep] = []
        for line in listing.lines.map({ String($0.text) }) {
            if line.hasPrefix("# "), let last = steps.indices.last {
                steps[last].claims.append(String(line.dropFirst(2)))
            } else if let last = steps.indices.last, steps[last].claims.isEmpty {
                steps[last].commands.append(line)
            } else {
                steps.append(SessionStep(commands: [line]))
            }
        }
        return steps
    }

    /// How an answer differs from the claims.
    ///
    /// A claim is a status with header fields, `201, ETag: "v1"`, or a line of the output; `…` stands for any text.
    func differences(from answer: Answer) -> [String] {
        claims.flatMap { claim -> [String] in
            let parts = claim.components(separatedBy: ", ")
            guard let status = Int(parts[0]) else {
                let lines = answer.output.split(whereSeparator: \.isNewline)
                return lines.contains { Self.matches(String($0), claim) } ? [] : [claim]
            }
            let fields = parts.dropFirst().compactMap { $0.wholeMatch(of: /([A-Z][A-Za-z-]+): (.*)/) }
            return (status == answer.status ? [] : [parts[0]])
                + fields.filter { !Self.matches(answer.fields[$0.1.lowercased()] ?? "", String($0.2)) }
                .map { String($0.0) }
        }
    }

    /// Whether a text fits a pattern in which `…` stands for any text.
    static func matches(_ text: String, _ pattern: String) -> Bool {
        let parts = pattern.components(separatedBy: "…")
        guard parts.count > 1 else { return text == pattern }
        guard text.hasPrefix(parts[0]) else { return false }
        var rest = text.dropFirst(parts[0].count)
        for part in parts.dropFirst().dropLast() where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}

extension SessionStep.Answer {
    /// An answer from what `curl --dump-header` wrote, and from the output.
    init(header: String, output: String) {
        var lines = header.split(whereSeparator: \.isNewline).map(String.init)
        status = lines.isEmpty ? nil : lines.removeFirst().split(separator: " ").dropFirst().first.flatMap { Int($0) }
        fields = lines.reduce(into: [:]) { fields, line in
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { return }
            fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.output = output
    }
}
