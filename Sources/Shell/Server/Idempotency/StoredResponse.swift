import FeatureAPI

/// An answer as it is kept: JSON of its status, header fields and body.
struct StoredResponse: APIMessage {
    static var schema: Schema? { nil }

    let status: Int
    let fields: [String: String]
    let body: String

    init(_ response: APIResponse) {
        status = response.status
        fields = Dictionary(uniqueKeysWithValues: response.fields.all.map { ($0.name, $0.value) })
        body = String(decoding: response.body, as: UTF8.self)
    }

    init(_ bytes: [UInt8]) throws {
        self = try MessageCoding.decode(bytes)
    }

    var bytes: [UInt8] {
        get throws { try MessageCoding.encode(self) }
    }

    var response: APIResponse { APIResponse(status: status, fields: APIFields(fields), body: Array(body.utf8)) }
}
