import Nacre

// The listings in comments of `Sources/Nacre/JSON`.

enum JSONListings {
    static func readName(of event: RecordedEvent) throws -> String {
        var name = ""
        var reader = JSONReader(event.data.span)
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "name": name = try reader.readString()
            default: try reader.skipValue()
            }
        }
        try reader.end()
        return name
    }

    static func write() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("name")
        writer.string("README.md")
        writer.endObject()
        let data = writer.bytes
        return data
    }
}
