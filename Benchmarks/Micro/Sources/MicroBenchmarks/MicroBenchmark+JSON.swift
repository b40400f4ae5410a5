import Nacre

extension MicroBenchmark {
    /// The JSON pull parser and the JSON writer.
    static let json = [jsonReading, jsonValidating, jsonWriting]

    private static let lines = 40

    /// A document like an order: lines with numbers, texts, escapes, and fields that are not read.
    private static let document: [UInt8] = {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }()

    private static func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("customer")
        writer.string("Zoë \"the buyer\" Müller")
        writer.key("lines")
        writer.beginArray()
        for line in 0..<lines {
            writer.beginObject()
            writer.key("article")
            writer.string("Sources/Module\(line)/Article.swift")
            writer.key("quantity")
            writer.integer(line * 17 + 1)
            writer.key("remarks")
            writer.beginArray()
            writer.string("first line\nsecond line")
            writer.integer(line)
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    /// Reads every field by its key, except those that are skipped.
    private static let jsonReading = MicroBenchmark("json.read", per: "byte") { _ in
        let document = document
        let quantities = (0..<lines).reduce(0) { $0 + $1 * 17 + 1 }
        return MicroWork(units: document.count) {
            var sum = 0
            var reader = JSONReader(document.span)
            try reader.beginObject()
            while let key = try reader.nextKey() {
                guard key == "lines" else {
                    _ = try reader.readString()
                    continue
                }
                try reader.beginArray()
                while try reader.nextElement() {
                    try reader.beginObject()
                    while let key = try reader.nextKey() {
                        switch key {
                        case "article": sum += try reader.readString().isEmpty ? 1 : 0
                        case "quantity": sum += try reader.readInt()
                        default: try reader.skipValue()
                        }
                    }
                }
            }
            try reader.end()
            return sum == quantities ? document.count : 0
        }
    }

    /// Checks the grammar only.
    private static let jsonValidating = MicroBenchmark("json.validate", per: "byte") { _ in
        let document = document
        return MicroWork(units: document.count) { try JSONReader.validate(document.span).count }
    }

    private static let jsonWriting = MicroBenchmark("json.write", per: "byte") { _ in
        MicroWork(units: document.count) {
            var writer = JSONWriter()
            write(to: &writer)
            return writer.bytes.count
        }
    }
}
