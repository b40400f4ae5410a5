/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
    private let families: [(label: String, series: [(name: MetricName, series: MetricSeries)])]

    init(_ series: [MetricName: MetricSeries]) {
        let sorted = series.sorted { $0.key < $1.key }
        families = Dictionary(grouping: sorted) { $0.key.label }.sorted { $0.key < $1.key }.map { label, members in
            (label, members.map { (name: $0.key, series: $0.value) })
        }
    }

    /// The text.
    var text: String {
        var text = ""
        for (label, members) in families {
            guard let kind = members.first?.series.kind else { continue }
            let name = Self.name(label) + (kind == .counter ? "_total" : "")
            text += "# TYPE \(name) \(kind)\n"
            for member in members where member.series.kind == kind {
                text += Self.lines(name, member.name, member.series)
            }
        }
        return text
    }

    private static func lines(_ name: String, _ metric: MetricName, _ series: MetricSeries) -> String {
        let numbers = series.numbers
        guard series.kind == .histogram else { return "\(name)\(labels(metric)) \(number(numbers.value))\n" }
        var text = ""
        var total: UInt64 = 0
        for (bound, count) in zip(MetricSeries.bounds, numbers.buckets) {
            total += count
            text += "\(name)_bucket\(labels(metric, bound: number(bound))) \(total)\n"
        }
        text += "\(name)_bucket\(labels(metric, bound: "+Inf")) \(numbers.count)\n"
        text += "\(name)_sum\(labels(metric)) \(number(numbers.value))\n"
        return text + "\(name)_count\(labels(metric)) \(numbers.count)\n"
    }

    private static func labels(_ metric: MetricName, bound: String? = nil) -> String {
        let labels =
            metric.dimensions.map { "\(name($0.name))=\"\(escaped($0.value))\"" }
            + (bound.map { ["le=\"\($0)\""] } ?? [])
        return labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
    }

    /// A name with underscores in place of characters that Prometheus does not allow.
    private static func name(_ text: String) -> String {
        let name = String(text.unicodeScalars.map { isAllowed($0) ? Character($0) : "_" })
        return name.first?.isNumber == true ? "_\(name)" : name
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", "_": true
        default: false
        }
    }

    private static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }.joined()
    }

    /// A number without a fraction if it is whole.
    private static func number(_ value: Double) -> String {
        Int64(exactly: value).map(String.init) ?? "\(value)"
    }
}
