import DomainKit
import FeatureAPI
import HTTPTypes
import Hummingbird
import HummingbirdCore
import ShellServer

/// The limits of the header, and the answers to requests that fail.
struct ItemLimits: RouterMiddleware {
    let limits: ServerLimits

    func handle(
        _ request: Request, context: BasicRequestContext,
        next: @concurrent (Request, BasicRequestContext) async throws -> Response
    ) async throws -> Response {
        do {
            let headerSize = request.headers.reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
            guard headerSize <= limits.headerSize, request.headers.count <= limits.headerCount else {
                throw Problem.headerTooLarge
            }
            return try await next(request, context)
        } catch let problem as Problem {
            return try response(problem)
        } catch let error as ValidationError {
            return try response(Problem(error))
        } catch let error as MessageError {
            return try response(Problem(status: 400, code: "notJSON", detail: error.description))
        }
    }

    private func response(_ problem: Problem) throws -> Response {
        Response(
            status: .init(code: problem.status), headers: [.contentType: MediaType.problem],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try MessageCoding.encode(problem))))
    }
}
