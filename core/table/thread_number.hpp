// A small number per thread, so that threads can have separate counters.
#pragma once

namespace tabiya::table {

// From 0. Numbers of dead threads are reused.
int this_thread_number();

}  // namespace tabiya::table
